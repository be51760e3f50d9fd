import { describe, expect, test } from 'vitest'
import { type CreateTestEnvironment, createInvitation } from '../test-environment.ts'

/** Registers the tests of people whom an account admits without a card. */
export function describeWalkIns(name: string, createEnvironment: CreateTestEnvironment) {
  describe(`${name}: walk-ins`, () => {
    test('walkIn admits people, and a repeated request once', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { eventId } = await createInvitation(backend, 4)
      const input = { eventId: eventId!, name: 'هند', people: 2, note: 'جارة أم العروس', nonce: 'a', gate: 'الشرقية' }
      const admitted = { success: true, people: 2, isCounted: true, remaining: null }
      expect(await backend.checkIn.walkIn(input)).toEqual(admitted)
      expect(await backend.checkIn.walkIn(input)).toEqual(admitted)
      await expect(backend.checkIn.walkIn({ ...input, people: 3 })).rejects.toMatchObject({ code: 'nonce-taken' })
    })

    test('walkIn refuses an unknown event and an invalid name or number', async () => {
      const backend = await (await createEnvironment()).signIn({})
      const { eventId } = await createInvitation(backend, 4)
      const input = { eventId: eventId!, name: 'هند', people: 2, nonce: 'a' }
      await expect(backend.checkIn.walkIn({ ...input, eventId: 'nothing' })).rejects.toMatchObject({ code: 'not-found' })
      for (const [field, value] of [
        ['name', ''],
        ['people', 0],
        ['people', 1001],
        ['note', 'م'.repeat(201)],
      ] as const)
        await expect(backend.checkIn.walkIn({ ...input, [field]: value })).rejects.toMatchObject({
          ...{ code: 'bad-input', fields: { [field]: expect.any(String) } },
        })
    })
  })
}
