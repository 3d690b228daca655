# Stands in for the project.cmake of ESP-IDF 5: builds a program for this computer out of the component
# `main` and the folders of EXTRA_COMPONENT_DIRS. WARNINGS and STANDINS are given on the command line.

function(idf_component_register)
  cmake_parse_arguments(given "" "" "SRCS;INCLUDE_DIRS;PRIV_INCLUDE_DIRS;REQUIRES;PRIV_REQUIRES" ${ARGN})
  if(given_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "idf_component_register does not take ${given_UNPARSED_ARGUMENTS}")
  endif()
  add_library(${component} OBJECT ${given_SRCS})
  target_include_directories(${component} PUBLIC ${given_INCLUDE_DIRS} PRIVATE ${given_PRIV_INCLUDE_DIRS})
  target_compile_options(${component} PRIVATE ${WARNINGS})
  target_link_libraries(${component} PUBLIC common ${given_REQUIRES} PRIVATE ${given_PRIV_REQUIRES})
endfunction()

macro(project name)
  _project(${name} C)
  set(CMAKE_C_STANDARD 17)
  # As in ESP-IDF, a component finds a header only if it requires the component that has it.
  add_library(common INTERFACE)
  target_include_directories(common INTERFACE ${STANDINS}/esp-idf/common)
  add_library(nvs_flash INTERFACE)
  target_include_directories(nvs_flash INTERFACE ${STANDINS}/esp-idf/nvs_flash)
  add_library(bt OBJECT ${STANDINS}/world.c ${STANDINS}/phone.c ${STANDINS}/nimble/nimble_host.c
    ${STANDINS}/esp-idf/esp_idf.c ${STANDINS}/esp-idf/freertos.c)
  target_include_directories(bt PUBLIC ${STANDINS} ${STANDINS}/nimble ${STANDINS}/esp-idf/bt)
  target_link_libraries(bt PUBLIC common nvs_flash)
  add_executable(program $<TARGET_OBJECTS:bt>)
  foreach(folder ${EXTRA_COMPONENT_DIRS} ${CMAKE_SOURCE_DIR}/main)
    get_filename_component(folder ${folder} ABSOLUTE)
    get_filename_component(component ${folder} NAME)
    add_subdirectory(${folder} ${component})
    target_sources(program PRIVATE $<TARGET_OBJECTS:${component}>)
  endforeach()
endmacro()
