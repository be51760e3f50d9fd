import { expect, test } from 'vitest'
import { currentEvent } from './chosen-event.ts'

const wedding = { eventId: 'wedding', eventName: 'زفاف', eventDate: '2026-11-22', userId: 'host' }
const renamed = { ...wedding, eventName: 'حفل زفاف', eventDate: '2026-11-23' }
const { eventId: _, ...byName } = wedding
const unknown = { ...wedding, eventId: null }

test.each([
  ['its present name and day for its id', wedding, [renamed], renamed],
  ['its id for a name in another spelling', { ...byName, eventName: 'زِفاف' }, [wedding], wedding],
  ['the event of the same owner', byName, [{ ...wedding, eventId: 'other', userId: 'other' }, wedding], wedding],
  ['its id where the figures have none', wedding, [unknown], wedding],
] as const)('currentEvent returns %s', (_, chosen, events, expected) => {
  expect(currentEvent(chosen, events)).toEqual(expected)
})

test.each([
  ['the events lack it', wedding, []],
  ['another event took its name', wedding, [{ ...wedding, eventId: 'other' }]],
  ['nothing differs', wedding, [wedding]],
  ['it has no id and the events have none either', byName, [unknown]],
] as const)('currentEvent returns the same object if %s', (_, chosen, events) => {
  expect(currentEvent(chosen, events)).toBe(chosen)
})
