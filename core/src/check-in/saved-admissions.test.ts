import { expect, test } from 'vitest'
import type { SavedAdmission } from './contract.ts'
import { MAX_SAVED_ADMISSIONS, parseSavedAdmissions, writeSavedAdmissions } from './saved-admissions.ts'

const admission: SavedAdmission = {
  nonce: 'one',
  code: 'ABCDEFGHJKMNPQRSTVW1',
  invitationId: 'a'.repeat(64),
  people: 2,
  scannedAt: '2026-11-20T18:00:00.000Z',
  clockOffset: null,
  undo: { nonce: 'undo', undoneAt: '2026-11-20T18:01:00.000Z', clockOffset: 12 },
}
const saved = { eventId: 'event', linkId: 'link', gate: 'باب النساء', admissions: [admission] }
const withAdmission = (fields: object) => JSON.stringify({ ...JSON.parse(writeSavedAdmissions(saved)), ...fields })

const savedExit: SavedAdmission = { ...admission, nonce: 'two', direction: 'out' }
const { undo: _, ...unknownText } = { ...admission, code: null, invitationId: null, outcome: 'refused' as const }

test('parseSavedAdmissions reads a file as it was written', () => {
  expect(parseSavedAdmissions(writeSavedAdmissions(saved))).toEqual(saved)
  const withAttempt = { ...saved, admissions: [admission, savedExit, unknownText] }
  expect(parseSavedAdmissions(writeSavedAdmissions(withAttempt))).toEqual(withAttempt)
})

test.each([
  ['another text', 'سارة'],
  ['another format', withAdmission({ format: 'guests' })],
  ['a further field', withAdmission({ guests: [] })],
  ['no admission', withAdmission({ admissions: [] })],
  ['an admission with a name', withAdmission({ admissions: [{ ...admission, guestName: 'سارة' }] })],
  ['a typed name in place of a code', withAdmission({ admissions: [{ ...admission, code: 'سارة' }] })],
  ['a number of people out of range', withAdmission({ admissions: [{ ...admission, people: 0 }] })],
  ['too many admissions', withAdmission({ admissions: Array.from({ length: MAX_SAVED_ADMISSIONS + 1 }, () => admission) })],
  ['a text that is too long', ' '.repeat(2_500_000) + writeSavedAdmissions(saved)],
])('%s is no file of admissions', (_, text) => {
  expect(parseSavedAdmissions(text)).toBeUndefined()
})

test('a file with the maximum of admissions is below the size limit', () => {
  const most = { ...saved, admissions: Array.from({ length: MAX_SAVED_ADMISSIONS }, () => ({ ...admission, nonce: 'n'.repeat(36) })) }
  expect(parseSavedAdmissions(writeSavedAdmissions(most))).toEqual(most)
})
