import { expect, test } from 'vitest'
import { eventOfToday } from './event-of-today.ts'

const newEvent = (eventName: string, eventDate: string) => ({ eventId: eventName, eventName, eventDate, userId: 'host' })

const eventOfYesterday = newEvent('حنّاء', '2026-11-21')
const firstEventOfToday = newEvent('زفاف', '2026-11-22')
const secondEventOfToday = newEvent('عقيقة', '2026-11-22')
const eventOfTomorrow = newEvent('تخرّج', '2026-11-23')

test.each([
  ['the only event of today', [eventOfYesterday, firstEventOfToday, eventOfTomorrow], null, '20:00', firstEventOfToday],
  ['null if no event takes place today', [eventOfYesterday, eventOfTomorrow], null, '20:00', null],
  ['null if two events take place today', [firstEventOfToday, secondEventOfToday], null, '20:00', null],
  [
    'the previously chosen event if it is one of two events of today',
    [firstEventOfToday, secondEventOfToday],
    secondEventOfToday,
    '20:00',
    secondEventOfToday,
  ],
  [
    'the only event of today at 20:00 if the previously chosen event was yesterday',
    [eventOfYesterday, firstEventOfToday],
    eventOfYesterday,
    '20:00',
    firstEventOfToday,
  ],
  [
    'null at 20:00 if the previously chosen event was yesterday and no event takes place today',
    [eventOfYesterday],
    eventOfYesterday,
    '20:00',
    null,
  ],
  ['the event of yesterday at 00:30', [eventOfYesterday, eventOfTomorrow], null, '00:30', eventOfYesterday],
  ['null at 05:59 if one event was yesterday and one takes place today', [eventOfYesterday, firstEventOfToday], null, '05:59', null],
  [
    'the previously chosen event of yesterday at 05:59, although another event takes place today',
    [eventOfYesterday, firstEventOfToday],
    eventOfYesterday,
    '05:59',
    eventOfYesterday,
  ],
  ['null at 06:00 if the only event was yesterday', [eventOfYesterday], null, '06:00', null],
] as const)('eventOfToday returns %s', (_, events, before, time, expected) =>
  expect(eventOfToday(events, before, new Date(`2026-11-22T${time}`))).toEqual(expected),
)
