# Puts shader files into the library, so that a program needs no files at run time.
# rigproof_embed_shaders(<target> <file.glsl>...): a header embedded_shaders.h with one constant string a file
# ("surface.vert.glsl" -> shader_text::surface_vert).
function(rigproof_embed_shaders target)
  set(body "#pragma once\n// Generated from render/shaders by embed_shaders.cmake.\nnamespace rigproof::shader_text {\n")
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME)
    string(REGEX REPLACE "\\.glsl$" "" name ${name})
    string(REPLACE "." "_" name ${name})
    file(READ ${CMAKE_CURRENT_SOURCE_DIR}/${file} text)
    string(APPEND body "inline constexpr const char* ${name} = R\"glsl(${text})glsl\";\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  endforeach()
  string(APPEND body "} // namespace rigproof::shader_text\n")
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/embedded/embedded_shaders.h CONTENT "${body}")
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/embedded)
endfunction()
