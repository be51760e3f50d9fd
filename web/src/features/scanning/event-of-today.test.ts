import { expect, test } from 'vitest'
import { eventOfToday } from './event-of-today.ts'

const event = (eventName: string, eventDate: string) => ({ eventId: eventName, eventName, eventDate, userId: 'host' })

const yesterday = event('حنّاء', '2026-11-21')
const today = event('زفاف', '2026-11-22')
const secondToday = event('عقيقة', '2026-11-22')
const tomorrow = event('تخرّج', '2026-11-23')

test.each([
  ['the only event of today', [yesterday, today, tomorrow], null, '20:00', today],
  ['null if no event takes place today', [yesterday, tomorrow], null, '20:00', null],
  ['null if two events take place today', [today, secondToday], null, '20:00', null],
  ['the previously chosen event if it is one of two events of today', [today, secondToday], secondToday, '20:00', secondToday],
  ['the only event of today at 20:00 if the previously chosen event was yesterday', [yesterday, today], yesterday, '20:00', today],
  ['null at 20:00 if the previously chosen event was yesterday and no event takes place today', [yesterday], yesterday, '20:00', null],
  ['the event of yesterday at 00:30', [yesterday, tomorrow], null, '00:30', yesterday],
  ['null at 05:59 if one event was yesterday and one takes place today', [yesterday, today], null, '05:59', null],
  [
    'the previously chosen event of yesterday at 05:59, although another event takes place today',
    [yesterday, today],
    yesterday,
    '05:59',
    yesterday,
  ],
  ['null at 06:00 if the only event was yesterday', [yesterday], null, '06:00', null],
] as const)('eventOfToday returns %s', (_, events, before, time, expected) =>
  expect(eventOfToday(events, before, new Date(`2026-11-22T${time}`))).toEqual(expected),
)
