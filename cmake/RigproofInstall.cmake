# install + export: find_package(Rigproof) gives rigproof::core (and render, harness where they were built).
include(CMakePackageConfigHelpers)

set(_targets rigproof_core)
if(TARGET rigproof_render)
  list(APPEND _targets rigproof_render)
endif()
if(TARGET rigproof_harness)
  list(APPEND _targets rigproof_harness)
endif()
install(TARGETS ${_targets} EXPORT RigproofTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(folder core render harness)
  if(TARGET rigproof_${folder})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rigproof/${folder}
      FILES_MATCHING PATTERN "*.h")
  endif()
endforeach()
if(TARGET rigproof)
  install(TARGETS rigproof RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT RigproofTargets NAMESPACE rigproof:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Rigproof)
get_property(RIGPROOF_LINKED_PACKAGES GLOBAL PROPERTY RIGPROOF_LINKED_PACKAGES)
get_property(RIGPROOF_LINKED_MODULES GLOBAL PROPERTY RIGPROOF_LINKED_MODULES)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/RigproofConfig.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/RigproofConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Rigproof)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/RigproofConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/RigproofConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/RigproofConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Rigproof)
