#!/usr/bin/env bash
# Configures and builds one preset (default: release) with as many processors as there are.
#   ci/build.sh [PRESET] [TARGET ...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}
shift || true
# The tree may be mounted elsewhere than where it was first configured; CMake refuses that, so start over.
cache=build/$preset/CMakeCache.txt
if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache"; then
  echo "build: the tree has moved; configuring anew"
  rm -rf "build/$preset"
fi
echo "build: configuring $preset"
cmake --preset "$preset" >/dev/null || exit 3
echo "build: building $preset"
targets=()
(($#)) && targets=(--target "$@")
cmake --build --preset "$preset" -j "$(nproc)" ${targets[@]+"${targets[@]}"}
