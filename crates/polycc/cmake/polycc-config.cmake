# polycc_target_sources(TARGET [OPTIONS option...] SOURCES file...)
#
# Adds what polycc makes of C files to a target. polycc gets the target's include folders and definitions, and runs again when a
# file, or a header that it includes, changes.
#
#   find_package(polycc REQUIRED)
#   add_executable(photo main.c)
#   polycc_target_sources(photo OPTIONS --optimize memory SOURCES blur.c sharpen.c)

cmake_minimum_required(VERSION 3.20)

find_program(POLYCC_EXECUTABLE polycc HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" DOC "The program polycc")
if(NOT POLYCC_EXECUTABLE)
  set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
  set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "there is no program polycc")
  return()
endif()

function(polycc_target_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 polycc "" "" "OPTIONS;SOURCES")
  if(NOT polycc_SOURCES OR polycc_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "polycc_target_sources(TARGET [OPTIONS option...] SOURCES file...)")
  endif()
  set(folders "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  foreach(source IN LISTS polycc_SOURCES)
    get_filename_component(input "${source}" ABSOLUTE)
    get_filename_component(folder "${input}" DIRECTORY)
    file(RELATIVE_PATH inside "${CMAKE_CURRENT_SOURCE_DIR}" "${input}")
    string(REPLACE ".." "up" inside "${inside}")
    set(output "${CMAKE_CURRENT_BINARY_DIR}/polycc/${target}/${inside}")
    get_filename_component(output_folder "${output}" DIRECTORY)
    file(MAKE_DIRECTORY "${output_folder}")
    add_custom_command(
      OUTPUT "${output}"
      COMMAND "${POLYCC_EXECUTABLE}" --cc "${CMAKE_C_COMPILER}" --quiet ${polycc_OPTIONS}
              "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>" "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
              -MD -MF "${output}.d" "${input}" -o "${output}"
      DEPENDS "${input}" "${POLYCC_EXECUTABLE}"
      DEPFILE "${output}.d"
      COMMENT "polycc ${inside}"
      COMMAND_EXPAND_LISTS VERBATIM)
    # headers are found beside the file, as before
    set_source_files_properties("${output}" PROPERTIES COMPILE_OPTIONS "-iquote;${folder}")
    target_sources(${target} PRIVATE "${output}")
  endforeach()
endfunction()
