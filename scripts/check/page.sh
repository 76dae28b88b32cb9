#!/usr/bin/env bash
# Is the page that is committed the one that its sources make, and does it work in a browser with target/release/tengen?
# Needs node, npm and Chromium.
set -euo pipefail
cd "$(dirname "$0")/../../web"

committed=$(mktemp -d)
trap 'rm -r "$committed"' EXIT
cp -r page "$committed"

npm ci --no-audit --no-fund --silent
npm test
npm run --silent build
if ! diff -r "$committed/page" page; then
    echo "web/page is not what \`npm run build\` makes: build it and commit it" >&2
    exit 1
fi
npm run test:browser
