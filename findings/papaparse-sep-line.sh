#!/usr/bin/env bash
# Papa Parse 5.7.1 does not know the line «sep=;» with which Excel names the separator of a CSV file.
# Input: a list of Excel for Windows, whose first line is «sep=;». Excel takes this line for no row.
# Expected: the rows after the line, or a documented remark; the delimiter «;» is found.
# Seen: the line is the first row, «sep=» and an empty cell, and with header: true its cells become the headings.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --no-audit --no-fund --loglevel=error papaparse@5.7.1
cat > finding.mjs <<'JS'
import Papa from 'papaparse'
const list = 'sep=;\nName;Phone\nSara;777123456\nAli;777123457\n'
console.log(JSON.stringify(Papa.parse(list, { skipEmptyLines: true }).data))
console.log(JSON.stringify(Papa.parse(list, { header: true, skipEmptyLines: true }).meta.fields))
JS
node finding.mjs | tee seen
diff seen - <<'SEEN'
[["sep=",""],["Name","Phone"],["Sara","777123456"],["Ali","777123457"]]
["sep=",""]
SEEN
