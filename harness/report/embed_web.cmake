# cmake -DFOLDER=<web> -DFILES=<names, comma separated> -DOUTPUT=<cpp> -P embed_web.cmake
# Writes the files as raw strings into a source file that defines webFiles().
string(REPLACE "," ";" FILES "${FILES}")
set(source "#include \"harness/report/web_files.h\"\n\nnamespace rigproof {\nnamespace {\n\nconstexpr WebFile kFiles[] = {\n")
foreach(name IN LISTS FILES)
  file(READ "${FOLDER}/${name}" text)
  if(text MATCHES "\\)rigproof_web\"")
    message(FATAL_ERROR "${name} holds the end mark of the raw string that it is embedded as")
  endif()
  string(APPEND source "    {\"${name}\", R\"rigproof_web(${text})rigproof_web\"},\n")
endforeach()
string(APPEND source "};\n\n} // namespace\n\nstd::span<const WebFile> webFiles() {\n    return kFiles;\n}\n\n} // namespace rigproof\n")
file(WRITE "${OUTPUT}" "${source}")
