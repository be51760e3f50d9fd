#!/usr/bin/env bash
# ical-generator 11.1.2 writes DTSTAMP without a zone as soon as the calendar has a time zone.
# Expected (RFC 5545, 3.8.7.2): DTSTAMP is in UTC and ends with «Z».
# Seen: DTSTAMP:20261120T120000 with a time zone, DTSTAMP:20261120T120000Z without one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --no-audit --no-fund --loglevel=error ical-generator@11.1.2
cat > finding.mjs <<'JS'
import ical from 'ical-generator'
const stampOf = options => {
  const calendar = ical(options)
  const [stamp, start] = [new Date('2026-11-20T12:00:00Z'), new Date('2027-01-14T17:00:00Z')]
  calendar.createEvent({ id: 'finding', stamp, start, summary: 'A wedding' })
  return /^DTSTAMP.*$/m.exec(calendar.toString())?.[0].trim()
}
console.log(stampOf({}))
console.log(stampOf({ timezone: 'Asia/Aden' }))
JS
node finding.mjs | tee seen
diff seen - <<'SEEN'
DTSTAMP:20261120T120000Z
DTSTAMP:20261120T120000
SEEN
