import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countAdmission, countExit, hasMovedOn, insideOf, isOverLeft, revertAdmissionCount, revertExitCount } from './rules.ts'

type Counts = { maxScans: number; currentScans: number; outside?: number }
type Step = { people: number; direction: 'in' | 'out'; isUndone: boolean; place: number }

const peopleArbitrary = fc.integer({ min: 1, max: 4 })
const invitationArbitrary = fc.integer({ min: 1, max: 5 }).map((maxScans): Counts => ({ maxScans, currentScans: 0 }))
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  people: peopleArbitrary,
  direction: fc.constantFrom('in', 'out'),
  isUndone: fc.boolean(),
  place: fc.nat(),
})

/** Counts the steps, and undoes some of them right after or at the end. */
function countAll(invitation: Counts, steps: readonly Step[]) {
  const undone: { people: number; direction: 'in' | 'out'; returned: number }[] = []
  let counts = invitation
  for (const { people, direction, isUndone } of steps) {
    let returned = 0
    if (direction === 'out') counts = countExit(counts, people)
    else ({ invitation: counts, returned } = countAdmission(counts, people))
    if (isUndone) undone.push({ people, direction, returned })
    expectPossible(counts)
  }
  for (const { people, direction, returned } of undone) {
    counts = direction === 'out' ? revertExitCount(counts, people) : revertAdmissionCount(counts, { people, returned, countsExits: true })
    expectPossible(counts)
  }
  return counts
}

function expectPossible(counts: Counts) {
  const inside = insideOf(counts)
  expect(inside).toBeGreaterThanOrEqual(0)
  expect(inside).toBeLessThanOrEqual(counts.currentScans)
  expect(counts.outside ?? 1).toBeGreaterThan(0)
  // Only people who are inside exceed the persons of an invitation.
  expect(counts.currentScans).toBeLessThanOrEqual(Math.max(counts.maxScans, inside))
}

test('the people inside are the admissions minus the exits, in any order', () => {
  fc.assert(
    fc.property(invitationArbitrary, fc.array(stepArbitrary, { maxLength: 12 }), (invitation, steps) => {
      const counts = countAll(invitation, steps)
      const balance = steps
        .filter(({ isUndone }) => !isUndone)
        .reduce((sum, { people, direction }) => sum + (direction === 'in' ? people : -people), 0)
      expect(insideOf(counts)).toBe(Math.max(0, balance))
      const shuffled = countAll(
        invitation,
        steps.toSorted((a, b) => a.place - b.place),
      )
      expect([insideOf(shuffled), isOverLeft(shuffled)]).toEqual([insideOf(counts), isOverLeft(counts)])
    }),
  )
})

test('at a gate with a server, the arrived people are the most that were ever inside', () => {
  fc.assert(
    fc.property(invitationArbitrary, fc.array(stepArbitrary, { maxLength: 20 }), (invitation, steps) => {
      let counts = invitation
      let [inside, most] = [0, 0]
      for (const { people, direction } of steps) {
        if (direction === 'out' && people <= insideOf(counts)) {
          counts = countExit(counts, people)
          inside -= people
        }
        if (direction === 'in' && people <= counts.maxScans - insideOf(counts)) {
          counts = countAdmission(counts, people).invitation
          inside += people
        }
        most = Math.max(most, inside)
        expect([insideOf(counts), counts.currentScans]).toEqual([inside, most])
      }
    }),
  )
})

test('without exits the counts are the sum of the admissions, and an undo leaves at least nobody', () => {
  fc.assert(
    fc.property(invitationArbitrary, fc.array(peopleArbitrary), peopleArbitrary, (invitation, admissions, undone) => {
      const sum = admissions.reduce((total, people) => total + people, 0)
      const counts = admissions.reduce((before, people) => countAdmission(before, people).invitation, invitation)
      expect(counts).toEqual({ ...invitation, currentScans: sum })
      expect(revertAdmissionCount(counts, { people: undone })).toEqual({ ...invitation, currentScans: Math.max(0, sum - undone) })
    }),
  )
})

test('an undo of people who came back leaves them outside, and one of people who moved on is impossible', () => {
  const family = countAdmission({ maxScans: 4, currentScans: 0 } as Counts, 2).invitation
  const oneOutside = countExit(family, 1)
  expect(oneOutside).toEqual({ maxScans: 4, currentScans: 2, outside: 1 })
  const { invitation: back, returned } = countAdmission(oneOutside, 2)
  expect([back, returned]).toEqual([{ maxScans: 4, currentScans: 3 }, 1])
  expect(revertAdmissionCount(back, { people: 2, returned })).toEqual(oneOutside)
  expect(revertExitCount(oneOutside, 1)).toEqual(family)
  expect([hasMovedOn(oneOutside, 2, 'in'), hasMovedOn(oneOutside, 1, 'in')]).toEqual([true, false])
  expect([hasMovedOn(back, 1, 'out'), hasMovedOn(oneOutside, 1, 'out')]).toEqual([true, false])
  expect(hasMovedOn(family, 3, 'in')).toBe(false)
})
