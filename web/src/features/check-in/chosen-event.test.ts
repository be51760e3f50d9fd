import { expect, test } from 'vitest'
import { currentVersionOfEvent, eventOfToday } from './chosen-event.ts'

const wedding = { eventId: 'wedding', eventName: 'زفاف', eventDate: '2026-11-22', userId: 'host' }
const renamed = { ...wedding, eventName: 'حفل زفاف', eventDate: '2026-11-23' }
const { eventId: _, ...weddingWithoutId } = wedding
const weddingWithNullId = { ...wedding, eventId: null }

test.each([
  ['the present name and day of the listed event with the same id', wedding, [renamed], renamed],
  [
    'the listed event with its id if the chosen event has no id and another spelling of the name',
    { ...weddingWithoutId, eventName: 'زِفاف' },
    [wedding],
    wedding,
  ],
  [
    'the listed event of the same owner if two owners have events with the same name',
    weddingWithoutId,
    [{ ...wedding, eventId: 'other', userId: 'other' }, wedding],
    wedding,
  ],
  ['the chosen event with its id if the listed event has no id', wedding, [weddingWithNullId], wedding],
] as const)('currentVersionOfEvent returns %s', (_, chosen, events, expected) => {
  expect(currentVersionOfEvent(chosen, events)).toEqual(expected)
})

test.each([
  ['the list has no event', wedding, []],
  ['the list has only an event of the same name with another id', wedding, [{ ...wedding, eventId: 'other' }]],
  ['the listed event has the same id, name and day', wedding, [wedding]],
  ['neither the chosen nor the listed event has an id', weddingWithoutId, [weddingWithNullId]],
] as const)('currentVersionOfEvent returns the chosen event itself if %s', (_, chosen, events) => {
  expect(currentVersionOfEvent(chosen, events)).toBe(chosen)
})

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
