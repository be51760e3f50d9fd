/**
 * Writes `core/src/umm-al-qura-months.ts`: which months of the Umm al-Qura calendar have 30 days (`node scripts/umm-al-qura.mjs FOLDER`). The
 * file is committed. FOLDER contains the installed package: `npm install --prefix FOLDER astronomy-engine@2.1.19`.
 *
 * Years up to 1450 are published, and taken from ICU. Later ones follow the calendar's own rule since 1423: a month begins on the day after an
 * evening in Mecca on which the conjunction is before sunset and the moon sets after the sun, as seen from Mecca's height above the sea.
 * From 1423 to 1450 the rule gives the published months, except that Jumada II 1427 began a day later: the conjunction was 3 minutes before
 * sunset. From 1423 to 1500 it gives, apart from that month, all months of hijridate 2.3.0 (PyPI), which ICU does not from Rabi II 1451 on.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from './install.mjs'

const [folder] = process.argv.slice(2)
const astronomy = createRequire(path.resolve(folder, 'package.json'))('astronomy-engine')

const DAY_MS = 86_400_000
const [FIRST_YEAR, LAST_PUBLISHED_YEAR, LAST_YEAR] = [1300, 1450, 1599]
const MECCA = { latitude: 21.4225, longitude: 39.8262, height: 277 }

const dayNumberOf = date => Math.floor(date.getTime() / DAY_MS)

/** Returns the first days of the months of the published years, and of the month after them, as days since 1970-01-01. */
function publishedMonthStarts() {
  const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', { timeZone: 'UTC', day: 'numeric', year: 'numeric' })
  const starts = []
  for (let day = dayNumberOf(new Date('1882-11-01T00:00:00Z')); ; day++) {
    const parts = Object.fromEntries(format.formatToParts(day * DAY_MS).map(({ type, value }) => [type, Number(value)]))
    if (parts.day === 1 && parts.year >= FIRST_YEAR) starts.push(day)
    if (parts.year > LAST_PUBLISHED_YEAR) return starts
  }
}

const observer = new astronomy.Observer(MECCA.latitude, MECCA.longitude, MECCA.height)
const settingOf = (body, noon) => astronomy.SearchRiseSet(body, observer, -1, noon, 1, MECCA.height)?.date

/** Returns the first day of the month whose conjunction is the first one after `day`. All are days since 1970-01-01. */
function monthStartByRule(day) {
  const conjunction = astronomy.SearchMoonPhase(0, new Date(day * DAY_MS), 40).date
  for (let evening = dayNumberOf(conjunction); ; evening++) {
    const morning = new Date(evening * DAY_MS + DAY_MS / 4)
    const sunset = settingOf('Sun', morning)
    if (conjunction < sunset && settingOf('Moon', morning) > sunset) return evening + 1
  }
}

const starts = publishedMonthStarts()
const months = (LAST_YEAR - FIRST_YEAR + 1) * 12
// Half a month after a month's beginning the next conjunction has not been yet.
while (starts.length <= months) starts.push(monthStartByRule(starts.at(-1) + 15))

const bytes = Buffer.alloc(Math.ceil(months / 8))
for (let month = 0; month < months; month++) {
  const days = starts[month + 1] - starts[month]
  if (days !== 29 && days !== 30) throw new Error(`Month ${month} has ${days} days.`)
  if (days === 30) bytes[month >> 3] |= 1 << (month & 7)
}

writeFileSync(
  path.join(projectRoot, 'core/src/umm-al-qura-months.ts'),
  `// Written by scripts/umm-al-qura.mjs.

export const FIRST_HIJRI_YEAR = ${FIRST_YEAR}
/** 1 Muharram of the first year, in days since 1970-01-01. */
export const FIRST_HIJRI_DAY = ${starts[0]}
export const HIJRI_MONTH_COUNT = ${months}
/** A bit for each month, from the lowest of the first byte on: 1 for 30 days, 0 for 29. The bytes are in Base64. */
export const LONG_HIJRI_MONTHS =
  '${bytes.toString('base64')}'
`,
)
