#!/usr/bin/env bash
# Papa Parse 5.7.1 splits a short list of two columns by commas, although every line has exactly one tab.
# Input: nine names and numbers of persons, separated by tabs; the list ends with a line break.
# Expected: the delimiter tab, which divides every line into two fields.
# Seen: without the last line break a tab is found; with it a comma is assumed, and every line is one field.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --no-audit --no-fund --loglevel=error papaparse@5.7.1
cat > finding.mjs <<'JS'
import Papa from 'papaparse'
const lines = Array.from({ length: 9 }, (_, n) => `Guest ${n}\t${n + 1}`)
for (const [what, end, separator] of [['tab', '', '\t'], ['tab, line break at the end', '\n', '\t'], ['semicolon, line break at the end', '\n', ';']]) {
  const { data, meta } = Papa.parse(lines.join('\n').replaceAll('\t', separator) + end)
  console.log(`${what}: delimiter ${JSON.stringify(meta.delimiter)}, ${data[0].length} fields`)
}
JS
node finding.mjs | tee seen
diff seen - <<'SEEN'
tab: delimiter "\t", 2 fields
tab, line break at the end: delimiter ",", 1 fields
semicolon, line break at the end: delimiter ",", 1 fields
SEEN
