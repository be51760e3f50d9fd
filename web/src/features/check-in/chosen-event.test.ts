import { expect, test } from 'vitest'
import { currentVersionOfEvent } from './chosen-event.ts'

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
