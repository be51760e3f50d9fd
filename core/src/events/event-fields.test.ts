import { expect, test } from 'vitest'
import type { EventDetails } from './contract.ts'
import { EVENT_VIEWERS, eventViewOf } from './event-fields.ts'

test('every view of an event, whole', () => {
  const seen = { id: 'E', name: 'زفاف سارة', date: '2026-11-20', startsAt: '20:30', timeWords: 'بعد العشاء', place: 'قاعة' }
  const ofGuest = {
    mapUrl: 'https://maps.example',
    hosts: 'المضيف',
    note: 'المواقف',
    phone: '777',
    answers: 'on',
    answersUntil: null,
  } as const
  const times = { createdAt: '2026-11-01T00:00:00.000Z', changedAt: '2026-11-02T00:00:00.000Z' }
  const event: EventDetails = { ...seen, ...ofGuest, ...times, userId: 'owner', message: 'ندعوكم', hidesNames: true }
  expect(Object.fromEntries(EVENT_VIEWERS.map(viewer => [viewer, eventViewOf(viewer, event)]))).toEqual({
    door: { ...seen, hidesNames: true },
    live: { ...seen, hidesNames: true },
    family: { ...seen, hidesNames: true, message: 'ندعوكم' },
    guest: { ...seen, ...ofGuest, ...times },
  })
})
