# What every target of ours is compiled with.

# rigproof_target(<target>): C++20, warnings, no contraction, the sanitizers asked for.
function(rigproof_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  # A fused multiply-add rounds once where the source says twice: whether the compiler makes one must not change a bit.
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-fast-math -Wall -Wextra -Wshadow -Wconversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 warns wrongly of overlap inside std::string's own code (GCC bugs 105329 and 105651, mended in 13).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(RIGPROOF_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(RIGPROOF_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${RIGPROOF_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${RIGPROOF_SANITIZE})
  endif()
endfunction()
