import { expect, test } from 'vitest'
import { eventOfToday } from './event-of-today.ts'

const event = (eventName: string, eventDate: string) => ({ eventId: eventName, eventName, eventDate, userId: 'host' })

const yesterday = event('حنّاء', '2026-11-21')
const today = event('زفاف', '2026-11-22')
const secondToday = event('عقيقة', '2026-11-22')
const tomorrow = event('تخرّج', '2026-11-23')

test.each([
  ['the only event of today', [yesterday, today, tomorrow], null, '20:00', today],
  ['null if no event is today', [yesterday, tomorrow], null, '20:00', null],
  ['null if two events are today', [today, secondToday], null, '20:00', null],
  ['the event set before if it is one of two events of today', [today, secondToday], secondToday, '20:00', secondToday],
  ['the only event of today if the event set before is over', [yesterday, today], yesterday, '20:00', today],
  ['null if the event set before is over and no event is today', [yesterday], yesterday, '20:00', null],
  ['yesterday’s event at half past midnight', [yesterday, tomorrow], null, '00:30', yesterday],
  ['null for one event of yesterday and one of today before 6 in the morning', [yesterday, today], null, '05:59', null],
  [
    'yesterday’s event before 6 in the morning if it was set before, although another event is today',
    [yesterday, today],
    yesterday,
    '05:59',
    yesterday,
  ],
  ['null for an event of yesterday from 6 in the morning', [yesterday], null, '06:00', null],
] as const)('eventOfToday counts events of yesterday until 6 in the morning, and returns %s', (_, events, before, time, expected) =>
  expect(eventOfToday(events, before, new Date(`2026-11-22T${time}`))).toEqual(expected),
)
