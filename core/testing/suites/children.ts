import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { EMPTY_HOUSE } from '@hudur/core/events/house'
import { expectedGuests } from '@hudur/core/invitations/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CreateTestEnvironment, newId, testEvent } from '../test-environment.ts'

const guestArbitrary = fc
  .record({ maxScans: fc.integer({ min: 1, max: 6 }), share: fc.nat({ max: 6 }) })
  .map(({ maxScans, share }) => ({ maxScans, children: Math.min(share, maxScans) }))

const createGuests = (backend: Backend<Contract>, guests: readonly { maxScans: number; children?: number }[]) =>
  backend.invitations.create({
    nonce: newId(),
    invitations: guests.map((guest, n) => ({ ...testEvent, guestName: `ضيف ${n}`, generationType: 'custom' as const, ...guest })),
  })

/** Checks that no row has more children than people, and that the figures of the event are the sums of the rows. */
async function expectFiguresOfRows(backend: Backend<Contract>) {
  const [{ rows }, { rows: events }] = [await backend.invitations.list({}), await backend.events.list({})]
  for (const { children, maxScans, answer } of rows) {
    expect(children).toBeLessThanOrEqual(maxScans)
    if (answer) expect(answer.children).toBeLessThanOrEqual(answer.people)
  }
  const valid = rows.filter(({ state }) => state === 'valid')
  const sum = (of: (row: (typeof rows)[number]) => number) => valid.reduce((total, row) => total + of(row), 0)
  expect(events[0]).toMatchObject({
    invitedChildren: sum(({ children }) => children),
    attendingChildren: sum(({ answer }) => answer?.children ?? 0),
    expectedChildren: sum(row => expectedGuests(row).children),
  })
  const { invited, attending, expected, invitedChildren, attendingChildren, expectedChildren } = events[0]!
  expect(invitedChildren).toBeLessThanOrEqual(invited)
  expect(attendingChildren).toBeLessThanOrEqual(attending)
  expect(expectedChildren).toBeLessThanOrEqual(expected)
}

/** Registers the tests of children that both the server and a device pass. */
export function describeChildren(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: children`, () => {
    test('create stores the children of an invitation; without the field none', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const created = await createGuests(backend, [{ maxScans: 4, children: 2 }, { maxScans: 3, children: 3 }, { maxScans: 2 }])
      expect(created.map(({ children }) => children)).toEqual([2, 3, 0])
      expect((await backend.invitations.list({})).rows.map(({ children }) => children)).toEqual([2, 3, 0])
      expect((await backend.checkIn.scan({ id: created[0]!.id })).invitation).toMatchObject({ maxScans: 4, children: 2 })
      const [candidate] = await backend.checkIn.candidates({ search: 'ضيف 1' })
      expect(candidate).toMatchObject({ maxScans: 3, children: 3 })
    })

    test('create refuses more children than persons', async () => {
      const backend = await (await createEnvironment()).signIn({})
      await expect(createGuests(backend, [{ maxScans: 2, children: 3 }])).rejects.toMatchObject({
        code: 'bad-input',
        fields: { 'invitations.0.children': expect.stringContaining('2') },
      })
      expect((await backend.invitations.list({})).total).toBe(0)
    })
  })
}

type Step = {
  kind: 'persons' | 'children' | 'answer' | 'decline' | 'cancel' | 'restore' | 'reissue' | 'remove'
  guest: number
  number: number
}

/** Executes a step, and ignores its refusal: the test only checks that the figures are right afterwards. */
const execute = (backend: Backend<Contract>, id: string, { kind, number }: Step): Promise<unknown> => {
  const people = number % 7
  const calls: Record<Step['kind'], () => Promise<unknown>> = {
    persons: () => backend.invitations.update({ id, maxScans: people + 1 }),
    children: () => backend.invitations.update({ id, children: people }),
    answer: () => backend.invitations.answer({ id, attends: true, people, ...(number % 2 && { children: Math.floor(number / 7) }) }),
    decline: () => backend.invitations.answer({ id, attends: false }),
    cancel: () => backend.invitations.cancel({ id }),
    restore: () => backend.invitations.restore({ id }),
    reissue: () => backend.invitations.reissue({ id }),
    remove: () => backend.invitations.remove({ id }),
  }
  return calls[kind]().catch(() => undefined)
}

/** Registers the tests of children and of the words of the house that only a server passes. */
export function describeStoredChildren(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: stored children`, () => {
    test('update with fewer persons lowers the number of children', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = (await createGuests(backend, [{ maxScans: 5, children: 4 }]))[0]!
      expect(await backend.invitations.update({ id, maxScans: 3 })).toMatchObject({ maxScans: 3, children: 3 })
      expect(await backend.invitations.update({ id, maxScans: 6 })).toMatchObject({ maxScans: 6, children: 3 })
      expect(await backend.invitations.update({ id, children: 0 })).toMatchObject({ children: 0 })
      for (const change of [{ children: 7 }, { maxScans: 2, children: 3 }])
        await expect(backend.invitations.update({ id, ...change })).rejects.toMatchObject({ fields: { children: expect.any(String) } })
      expect((await backend.invitations.list({})).rows).toMatchObject([{ maxScans: 6, children: 0 }])
    })

    test('an answer without a number of children has that of the invitation', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { id } = (await createGuests(backend, [{ maxScans: 4, children: 2 }]))[0]!
      const childrenAfter = async (answer: { attends: boolean; people?: number; children?: number }) =>
        (await backend.invitations.answer({ id, ...answer })).answer?.children
      expect(await childrenAfter({ attends: true, people: 4 })).toBe(2)
      expect(await childrenAfter({ attends: true, people: 1 })).toBe(1)
      expect(await childrenAfter({ attends: true, people: 4, children: 3 })).toBe(3)
      expect(await childrenAfter({ attends: false, people: 4, children: 3 })).toBe(0)
      await expect(backend.invitations.answer({ id, attends: true, people: 2, children: 3 })).rejects.toMatchObject({
        code: 'bad-input',
        fields: { children: expect.stringContaining('2') },
      })
      expect(await backend.invitations.history({ id })).toMatchObject([{ children: 0 }, { children: 3 }, { children: 1 }, { children: 2 }])
    })

    test('the figures of children are the sums of the rows after any order of changes and answers', async () => {
      const stepArbitrary = fc.record<Step>({
        kind: fc.constantFrom('persons', 'persons', 'children', 'answer', 'answer', 'decline', 'cancel', 'restore', 'reissue', 'remove'),
        guest: fc.nat({ max: 2 }),
        number: fc.nat({ max: 48 }),
      })
      const guestsArbitrary = fc.array(guestArbitrary, { minLength: 3, maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(guestsArbitrary, fc.array(stepArbitrary, { minLength: 4, maxLength: 16 }), async (guests, steps) => {
          const backend = await (await createEnvironment()).signIn({})
          const created = await createGuests(backend, guests)
          for (const step of steps) await execute(backend, created[step.guest]!.id, step)
          await expectFiguresOfRows(backend)
        }),
        { numRuns: 6 },
      )
    })

    test('events.update changes only the given words of the house', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const named = { name: testEvent.eventName, date: testEvent.eventDate }
      const { id, house, asksChildren } = await backend.events.create(named)
      expect([house, asksChildren]).toEqual([EMPTY_HOUSE, false])
      const update = async (change: Omit<Parameters<typeof backend.events.update>[0], 'id'>) => backend.events.update({ id, ...change })
      const first = { ...EMPTY_HOUSE, noPhotography: true, words: 'الدخول من الباب الشرقي' }
      expect(await update({ asksChildren: true, house: { noPhotography: true, words: ' الدخول من  الباب الشرقي ' } })).toMatchObject({
        asksChildren: true,
        house: first,
      })
      expect(await update({ house: { noChildren: true, words: '' } })).toMatchObject({ house: { ...first, noChildren: true, words: null } })
      expect(await update({ house: { noChildren: false, noPhotography: false } })).toMatchObject({ house: EMPTY_HOUSE })
      expect((await backend.events.get({ id })).house).toEqual(EMPTY_HOUSE)
      await expect(update({ house: { words: 'ا'.repeat(81) } })).rejects.toMatchObject({ code: 'bad-input' })
    })
  })
}
