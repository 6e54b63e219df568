#!/usr/bin/env bash
# Builds Rigproof and proves every scenario against its goldens; the exit code is the verdict.
# Arguments go to `rigproof run`, e.g. ci/run.sh 'tentacle*'.
set -euo pipefail
cd "$(dirname "$0")/.."
ci/install-deps.sh
ci/build.sh release rigproof
status=0
build/release/harness/rigproof run "$@" || status=$?
echo "report: $PWD/out/report/index.html"
exit "$status"
