#!/usr/bin/env bash
# Renders the scenarios on every software driver that is here, compares each run with one reference made by llvmpipe, and
# prints the noise, the small real changes and the limits between them (docs/goldens.md explains the tables).
#   ci/measure-tolerances.sh [--runs N] [--golden FOLDER] [--top N] [SCENARIO ...]
# --golden takes the goldens of that folder for the reference instead of fresh ones. Scenarios that are tagged `large` are
# left out unless named: softpipe would take minutes for each. Exit code 1: noise failed, or a real change passed.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=3
golden=
top=40
scenarios=()
while (($#)); do
  case $1 in
    --runs) runs=$2; shift 2 ;;
    --golden) golden=$2; shift 2 ;;
    --top) top=$2; shift 2 ;;
    -h | --help) sed -n '2,6s/^# \?//p' "$0"; exit 0 ;;
    -*) echo "measure-tolerances: $1 is no option; --runs, --golden and --top are" >&2; exit 2 ;;
    *) scenarios+=("$1"); shift ;;
  esac
done

rigproof=${RIGPROOF:-build/release/harness/rigproof}
tests=${RIGPROOF_HARNESS_TESTS:-build/release/tests/harness_tests}
if [[ ! -x $rigproof || ! -x $tests ]]; then
  ci/install-deps.sh --tests
  ci/build.sh release rigproof harness_tests
fi
out=out/tolerances
rm -rf "$out"
mkdir -p "$out/runtime"
chmod 700 "$out/runtime"

# What each driver needs in its environment. LP_NATIVE_VECTOR_WIDTH stands for another processor: llvmpipe then compiles
# other code.
environment() {
  case $1 in
    llvmpipe) ;;
    llvmpipe-128) echo "LP_NATIVE_VECTOR_WIDTH=128 LP_NUM_THREADS=0" ;;
    softpipe) echo GALLIUM_DRIVER=softpipe ;;
    zink) echo "LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=zink XDG_RUNTIME_DIR=$PWD/$out/runtime" ;;
  esac
}
on() { # on DRIVER COMMAND ...
  local driver=$1
  shift
  # shellcheck disable=SC2046 # several words are meant
  env $(environment "$driver") "$@"
}

if ((${#scenarios[@]} == 0)); then
  mapfile -t large < <("$rigproof" list --tag large | awk '{print $1}')
  mapfile -t scenarios < <("$rigproof" list | awk '{print $1}' | grep -vxF "$(printf '%s\n' "${large[@]}")")
fi

if [[ -z $golden ]]; then
  golden=$out/reference
  echo "measure-tolerances: ${#scenarios[@]} scenarios, reference on llvmpipe"
  "$rigproof" run "${scenarios[@]}" --quiet --allow-new --update --golden "$golden" --out "$out/first" >/dev/null || true
fi

reports=()
for driver in llvmpipe llvmpipe-128 zink softpipe; do
  if ! on "$driver" "$rigproof" doctor >"$out/$driver.txt" 2>&1; then
    echo "measure-tolerances: $driver does not start here and is left out; see $out/$driver.txt" >&2
    continue
  fi
  if ! grep -qw "${driver%-128}" "$out/$driver.txt"; then
    echo "measure-tolerances: asked for $driver, got another driver; left out, see $out/$driver.txt" >&2
    continue
  fi
  for ((run = 1; run <= runs; ++run)); do
    echo "measure-tolerances: $driver, run $run of $runs"
    on "$driver" "$rigproof" run "${scenarios[@]}" --quiet --timeout 1800 --golden "$golden" --out "$out/$driver-$run" \
      >"$out/$driver-$run.txt" 2>&1 || true
    reports+=("$out/$driver-$run/report")
  done
done

RIGPROOF_CHANGES_OUT=$PWD/$out/changes.json "$tests" --gtest_filter='SmallRealChange*' --gtest_brief=1 >"$out/changes.txt" 2>&1 ||
  echo "measure-tolerances: a small real change passed; see $out/changes.txt" >&2
"$rigproof" tolerances "${reports[@]}" --changes "$out/changes.json" --top "$top"
