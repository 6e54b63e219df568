#!/usr/bin/env bash
# Builds everything and runs the unit, integration and browser tests, and every scenario. Ends with the runner's summary.
set -euo pipefail
cd "$(dirname "$0")/.."
ci/install-deps.sh --tests
ci/build.sh release
echo "test: running"
exec ctest --preset release -j "$(nproc)"
