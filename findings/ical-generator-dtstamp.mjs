/**
 * Package: ical-generator 11.1.2, with no other package.
 * Input: a calendar with a time zone, and an event with a fixed DTSTAMP.
 * Expected (RFC 5545, 3.8.7.2): DTSTAMP is in UTC, with a `Z` at its end.
 * Seen: DTSTAMP is written without a `Z`, in no zone, as soon as the calendar or the event has a time zone.
 */
import { installAndRequire, report } from './finding.mjs'

const { default: ical } = installAndRequire('ical-generator', '11.1.2')

const stampOf = options => {
  const calendar = ical(options)
  calendar.createEvent({
    id: 'finding',
    stamp: new Date('2026-11-20T12:00:00Z'),
    start: new Date('2027-01-14T17:00:00Z'),
    summary: 'A wedding',
  })
  return /^DTSTAMP.*$/m.exec(calendar.toString())?.[0].trim()
}

report({
  'without a time zone': { seen: stampOf({}), expected: 'DTSTAMP:20261120T120000Z' },
  'with a time zone': { seen: stampOf({ timezone: 'Asia/Aden' }), expected: 'DTSTAMP:20261120T120000' },
})
