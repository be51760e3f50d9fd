import { expect, test } from 'vitest'
import type { EventDetails } from './contract.ts'
import { EVENT_VIEWERS, eventViewOf } from './event-fields.ts'
import { EMPTY_HOUSE } from './house.ts'

test('each viewer gets exactly its fields of an event', () => {
  const seen = { id: 'E', name: 'زفاف سارة', date: '2026-11-20', startsAt: '20:30', timeWords: 'بعد العشاء', place: 'قاعة' }
  const ofGuest = {
    mapUrl: 'https://maps.example',
    hosts: 'المضيف',
    note: 'المواقف',
    phone: '777',
    answers: 'on',
    answersUntil: null,
  } as const
  const ofHosts = { asksChildren: true, house: { ...EMPTY_HOUSE, noChildren: true, words: 'الدخول من الباب الشرقي' } }
  const ofOwner = { userId: 'owner', thanksMessage: 'نشكركم', sideMessages: [{ side: 'أهل العروس', message: 'حيّاكم' }] }
  const ofGates = { countsExits: true, capacity: 300 }
  const times = { createdAt: '2026-11-01T00:00:00.000Z', changedAt: '2026-11-02T00:00:00.000Z' }
  const event: EventDetails = {
    ...seen,
    ...ofGuest,
    ...ofHosts,
    ...ofGates,
    ...times,
    ...ofOwner,
    message: 'ندعوكم',
    hidesNames: true,
  }
  expect(Object.fromEntries(EVENT_VIEWERS.map(viewer => [viewer, eventViewOf(viewer, event)]))).toEqual({
    door: { ...seen, ...ofGates, hidesNames: true },
    live: { ...seen, ...ofGates, hidesNames: true },
    family: { ...seen, ...ofHosts, hidesNames: true, message: 'ندعوكم' },
    guest: { ...seen, ...ofGuest, ...ofHosts, ...times },
  })
})
