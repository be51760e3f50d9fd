import { momentOfHour } from '@hudur/core/calendar'
import type { EventView } from '@hudur/core/events/event-fields'
import * as texts from '@hudur/core/texts'

/** The times of the reminder: two hours before the start; for an event without a start time, 09:00 on the day before (15 hours before). */
const REMINDER_TRIGGERS = { ofHour: '-PT2H', ofDay: '-PT15H' }

/** The assumed duration (hours) of an event with a start time, because hosts enter no end time. */
const ASSUMED_DURATION_HOURS = 3

/** The most octets of a line (RFC 5545, 3.1). */
const MAX_OCTETS = 75

const escapeText = (text: string) => text.replace(/[\\;,]/g, character => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n')

/** Folds a line after at most 75 octets, never within a character; continuations begin with a space. */
function foldLine(line: string) {
  const lines = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += character
    octets += size
  }
  return lines.join('\r\n')
}

const toBasicFormat = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Returns the offset of a time zone from UTC at a moment, as `+0300`. */
function utcOffsetAt(timeZone: string, moment: Date) {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign = '+', hours = '00', minutes = '00'] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? []
  return `${sign}${hours}${minutes}`
}

/** Returns the `SEQUENCE`, in seconds since the creation: calendars ignore a file whose number is not above the one they have read. */
const sequenceNumberOf = ({ createdAt, changedAt }: EventView<'guest'>) =>
  Math.max(0, Math.ceil((Date.parse(changedAt) - Date.parse(createdAt)) / 1000))

/**
 * Returns an event as a calendar file (RFC 5545). A start time is in the time zone of the installation; without one the entry is an all-day
 * entry. The file defines the time zone by the UTC offset at the event's start, because it needs no other offset.
 */
export function calendarFile(event: EventView<'guest'>, { uid, now, timeZone }: { uid: string; now: Date; timeZone: string }) {
  const [hours = 0, minutes = 0] = (event.startsAt ?? '0:0').split(':').map(Number)
  const day = event.date.replaceAll('-', '')
  const start = momentOfHour(timeZone, event.date, hours + minutes / 60)
  const offset = utcOffsetAt(timeZone, start)
  const toLocalTime = (moment: Date) =>
    toBasicFormat(
      new Date(moment.getTime() + Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3))) * 60_000),
    ).slice(0, -1)
  const end = new Date(start.getTime() + ASSUMED_DURATION_HOURS * 3_600_000)
  const times = event.startsAt
    ? [`DTSTART;TZID=${timeZone}:${toLocalTime(start)}`, `DTEND;TZID=${timeZone}:${toLocalTime(end)}`]
    : [`DTSTART;VALUE=DATE:${day}`]
  const zone = [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  const description = [event.timeWords, event.hosts, event.note].filter(Boolean).join('\n')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hudur//Hudur//AR',
    'METHOD:PUBLISH',
    ...(event.startsAt ? zone : []),
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${toBasicFormat(now)}`,
    `LAST-MODIFIED:${toBasicFormat(new Date(event.changedAt))}`,
    `SEQUENCE:${sequenceNumberOf(event)}`,
    ...times,
    `SUMMARY:${escapeText(event.name)}`,
    ...(event.place ? [`LOCATION:${escapeText(event.place)}`] : []),
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(event.mapUrl ? [`URL:${event.mapUrl}`] : []),
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(texts.guestPage.title(event.name))}`,
    `TRIGGER:${event.startsAt ? REMINDER_TRIGGERS.ofHour : REMINDER_TRIGGERS.ofDay}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n')
}
