import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Moment } from '../inputs.ts'
import { admitPeople, candidatesAnswer, correctedScanTime, usedAnswer } from './rules.ts'

const now = new Date('2026-11-20T18:00:00.000Z')
const invitation = {
  id: 'i',
  code: 'i',
  state: 'valid' as const,
  userId: 'u',
  eventName: 'زفاف',
  eventDate: '2027-01-14',
  guestName: 'سارة',
  qrCode: '',
  generationType: 'names' as const,
  maxScans: 2,
  currentScans: 0,
  isScanned: false,
  phone: null,
  designId: null,
  ...{ eventId: null, children: 0, table: null, note: null, isVip: false, side: null },
  isPending: false,
  sentAt: null,
  sentVia: null,
  openedAt: null,
  answer: null,
  thankedAt: null,
  skippedIn: null,
  isOutdated: false,
  whatsapp: null,
  told: null,
  scannedAt: null,
  createdAt: '2026-11-01T12:00:00.000Z',
}

test('admitPeople returns `used` when currentScans equals maxScans', () => {
  const first = admitPeople(invitation, 1, now)
  expect(first).toMatchObject({ outcome: 'admitted', invitation: { currentScans: 1, isScanned: true, scannedAt: now.toISOString() } })
  expect(admitPeople({ ...invitation, currentScans: 2 }, 1, now)).toEqual({ outcome: 'used' })
})

test('admitPeople admits all people of a group or none of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.array(fc.integer({ min: 1, max: 20 })), (maxScans, parties) => {
      let current = { ...invitation, maxScans } as typeof invitation & { scannedAt: string | null }
      let admitted = 0
      for (const party of parties) {
        const admission = admitPeople(current, party, now)
        expect(admission.outcome).toBe(admitted + party <= maxScans ? 'admitted' : 'used')
        if (admission.outcome === 'used') continue
        current = { ...current, ...admission.invitation } as typeof current
        admitted += party
      }
      expect(current.currentScans).toBe(admitted)
    }),
  )
})

test('usedAnswer returns another message while some places are free', () => {
  expect(usedAnswer({ ...invitation, currentScans: 2 }, {})).toMatchObject({ alreadyUsed: true, message: 'تم استخدام هذه الدعوة مسبقاً' })
  expect(usedAnswer({ ...invitation, currentScans: 1 }, {})).toMatchObject({
    alreadyUsed: false,
    message: 'بقي في هذه الدعوة مكان واحد فقط',
  })
})

test('correctedScanTime returns a valid time not later than receivedAt', () => {
  const receivedAt = '2026-11-20T18:00:10.000Z'
  const deviceClock = fc.record({
    scannedAt: fc.option(
      fc
        .date({ noInvalidDate: true, min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z') })
        .map(date => date.toISOString()),
    ),
    clockOffset: fc.option(fc.integer({ min: -2_147_483_647, max: 2_147_483_647 })),
  })
  fc.assert(
    fc.property(deviceClock, clock => {
      const at = correctedScanTime({ ...clock, receivedAt })
      expect(Moment.safeParse(at).success).toBe(true)
      expect(at <= receivedAt).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('correctedScanTime returns the device’s time plus its clock offset', () => {
  const receivedAt = '2026-11-20T18:00:10.000Z'
  expect(correctedScanTime({ scannedAt: null, clockOffset: null, receivedAt })).toBe(receivedAt)
  expect(correctedScanTime({ scannedAt: '2026-11-20T17:00:00.000Z', clockOffset: 3_600_000, receivedAt })).toBe('2026-11-20T18:00:00.000Z')
  expect(correctedScanTime({ scannedAt: '2026-11-20T19:00:00.000Z', clockOffset: null, receivedAt })).toBe(receivedAt)
})

test('candidatesAnswer asks the user to confirm a single candidate', () => {
  expect(candidatesAnswer([invitation])).toMatchObject({ outcome: 'candidates', message: 'أهذا هو الضيف؟', candidates: [{ id: 'i' }] })
  expect(candidatesAnswer([invitation, { ...invitation, id: 'j' }]).message).toBe('أكثر من دعوة بهذا الاسم. اختر الضيف')
})
