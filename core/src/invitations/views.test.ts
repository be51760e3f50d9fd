import { expect, test } from 'vitest'
import { guestFields, VIEWERS } from './guest-fields.ts'
import { type GuestAnswer, Invitation, type SentInvitation, type ToldFacts } from './invitation.ts'
import { asInvitation, BLANK_INVITATION, viewOf } from './views.ts'

const at = '2026-11-20T18:00:00.000Z'
const answer = {
  attends: true,
  people: 2,
  children: 1,
  at,
  note: 'نبارك لكم',
  announced: null,
  isForFormerDay: false,
} satisfies GuestAnswer

/** An invitation with the fields of version 0.9. */
const INVITATION_OF_0_9 = {
  ...{ id: 'ID', code: 'CODE', state: 'valid', userId: 'owner', eventId: 'event', eventName: 'زفاف سارة', eventDate: '2026-11-20' },
  ...{ guestName: 'خالد', maxScans: 3, phone: '+967777123456', table: '7', note: 'كرسي متحرك', isVip: true, side: 'أهل العروس' },
  ...{ qrCode: '/api/qr', generationType: 'custom', currentScans: 1, isScanned: true, scannedAt: at, createdAt: at, designId: 'design' },
  ...{ isPending: false, sentAt: at, sentVia: 'sms', openedAt: at, answer },
} satisfies SentInvitation

const told: ToldFacts = { date: '2026-11-19', time: '8 مساءً', place: '', persons: 2, table: null, hasFormerCard: false }
const INVITATION: Invitation = { ...BLANK_INVITATION, ...INVITATION_OF_0_9, children: 1, isOutdated: true, told, skippedIn: 'unopened' }

test('each viewer gets exactly its fields of an invitation', () => {
  const views = Object.fromEntries(VIEWERS.map(viewer => [viewer, viewOf(viewer, INVITATION)]))
  const event = { eventName: 'زفاف سارة', eventDate: '2026-11-20' }
  const answerWithoutNote = { ...answer, note: null }
  expect(views).toEqual({
    family: {
      ...{ id: 'ID', code: 'CODE', state: 'valid', userId: 'owner', eventId: 'event', ...event, qrCode: '/api/qr' },
      ...{ guestName: 'خالد', maxScans: 3, children: 1, phone: '+967777123456', table: '7', isVip: true, side: 'أهل العروس' },
      ...{ generationType: 'custom', currentScans: 1, isScanned: true, scannedAt: at, createdAt: at, designId: 'design' },
      ...{ isPending: false, sentAt: at, sentVia: 'sms', openedAt: at, answer, isOutdated: true, told, skippedIn: 'unopened' },
    },
    doorReplica: { state: 'valid', maxScans: 3, currentScans: 1, scannedAt: at, isPending: false },
    doorScan: {
      ...{ state: 'valid', eventId: 'event', ...event, generationType: 'custom', createdAt: at, isPending: false },
      ...{ guestName: 'خالد', maxScans: 3, children: 1, table: '7', note: 'كرسي متحرك', isVip: true, answer: answerWithoutNote },
      ...{ currentScans: 1, isScanned: true, scannedAt: at },
    },
    doorSearch: {
      ...{ ...event, guestName: 'خالد', maxScans: 3, children: 1, currentScans: 1 },
      ...{ table: '7', note: 'كرسي متحرك', side: 'أهل العروس' },
    },
    live: { guestName: 'خالد' },
    guest: {
      ...{ code: 'CODE', state: 'valid', ...event, generationType: 'custom', createdAt: at, isPending: false },
      ...{ guestName: 'خالد', maxScans: 3, children: 1, currentScans: 1, answer },
    },
    card: {
      ...{ code: 'CODE', state: 'valid', ...event, generationType: 'custom', createdAt: at, isPending: false },
      ...{ guestName: 'خالد', maxScans: 3, children: 1, table: '7' },
    },
  })
})

test('a view without names has an empty name', () => {
  for (const viewer of VIEWERS) expect(JSON.stringify(viewOf(viewer, INVITATION, { showsNames: false }))).not.toContain('خالد')
})

test('asInvitation returns all fields that devices of 0.9 require', () => {
  for (const viewer of VIEWERS) {
    const sent = asInvitation(viewOf(viewer, INVITATION))
    expect(Object.keys(sent)).toEqual(expect.arrayContaining(Object.keys(INVITATION_OF_0_9)))
    expect(Invitation.parse(sent)).toMatchObject(sent)
  }
})

test('a guest’s fields are in the views that `guestFields` names', () => {
  for (const [field, { seenBy }] of Object.entries(guestFields))
    expect(
      VIEWERS.filter(viewer => Object.hasOwn(viewOf(viewer, INVITATION), field)),
      field,
    ).toEqual(VIEWERS.filter(viewer => seenBy.some(one => one === viewer)))
})

test('a gate sees of an answer only who comes and when the guest answered', () => {
  const answer = {
    attends: true,
    people: 2,
    children: 1,
    at: '2026-11-20T18:00:00.000Z',
    note: 'مبارك',
    announced: 4,
    isForFormerDay: true,
  }
  expect(viewOf('doorScan', { ...INVITATION, answer }).answer).toEqual({ ...answer, note: null, announced: null, isForFormerDay: false })
})
