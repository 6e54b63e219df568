#!/bin/sh
# Runs the browser tests, or says what is missing and ends with 77, which CTest shows as skipped.
#   RIGPROOF_BUILD=build/release tests/browser/run.sh [FILE.test.js ...]
cd "$(dirname "$0")" || exit 3
skip() {
  echo "browser tests skipped: $1 (ci/install-deps.sh --tests installs it)"
  exit 77
}
command -v node >/dev/null || skip "node is not installed"
[ -d node_modules/playwright-core ] || skip "node_modules/playwright-core is missing"
[ -x "${RIGPROOF_CHROMIUM:-/usr/bin/chromium}" ] || skip "no Chromium at ${RIGPROOF_CHROMIUM:-/usr/bin/chromium}"
[ $# -gt 0 ] || set -- *.test.js
# Spelled out: node 18 and node 20 do not agree on what a pattern or a folder means.
exec node --test "$@"
