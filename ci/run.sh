#!/usr/bin/env bash
# Builds Rigproof, proves every scenario against its goldens and the speed against its budgets; the exit code is the
# verdict on both. Arguments go to `rigproof run`, e.g. ci/run.sh 'tentacle*'.
set -euo pipefail
cd "$(dirname "$0")/.."
ci/install-deps.sh
ci/build.sh release rigproof rigproof_bench
status=0
build/release/harness/rigproof run "$@" || status=$?
speed=0
build/release/harness/rigproof bench --quick --record || speed=$?
build/release/harness/rigproof perf --quiet --html out/report/perf.html || echo "there is no page of speed" >&2
echo "report: $PWD/out/report/index.html"
exit "$((status != 0 ? status : speed))"
