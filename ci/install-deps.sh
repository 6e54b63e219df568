#!/usr/bin/env bash
# Installs what Rigproof needs on Debian and Ubuntu; what is there already is skipped, so a second call costs nothing.
#   ci/install-deps.sh           to build and run scenarios
#   ci/install-deps.sh --tests   also for the tests: Chromium, Node.js and its packages, other GL drivers
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  g++ cmake ninja-build git ca-certificates pkg-config ccache
  libegl-dev libgles-dev libegl1 libgles2 libgl1-mesa-dri libegl-mesa0
  libglm-dev nlohmann-json3-dev libcli11-dev libvalijson-dev libstb-dev libspng-dev libdeflate-dev
  libhwy-dev libeigen3-dev libcpp-httplib-dev libssl-dev libbrotli-dev zlib1g-dev
  libgtest-dev libbenchmark-dev
)
commands=()
if [[ "${1:-}" == --tests ]]; then
  packages+=(mesa-vulkan-drivers chromium fonts-dejavu-core)
  commands+=(node:nodejs npm:npm) # from wherever they come
fi

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
done
for pair in ${commands[@]+"${commands[@]}"}; do
  command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
done

if ((${#missing[@]})); then
  if ! command -v apt-get >/dev/null; then
    echo "install-deps: apt-get is not here; install the likes of: ${missing[*]}" >&2
    exit 3
  fi
  sudo=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || { echo "install-deps: neither root nor sudo; as root run: apt-get install ${missing[*]}" >&2; exit 3; }
    sudo=(sudo)
  fi
  echo "install-deps: installing ${missing[*]}"
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
else
  echo "install-deps: everything is here"
fi

if [[ "${1:-}" == --tests && -f tests/browser/package-lock.json ]]; then
  stamp=tests/browser/node_modules/.package-lock.json
  if [[ ! -f $stamp || tests/browser/package-lock.json -nt $stamp ]]; then
    echo "install-deps: npm packages of the browser tests"
    (cd tests/browser && npm ci --silent --no-audit --no-fund && touch node_modules/.package-lock.json)
  fi
fi
