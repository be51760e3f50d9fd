import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import type { Invitation } from '@hudur/core/invitations/invitation'

/** The environment of a test. `signIn` creates an account and returns a backend that is signed in to this account. */
type TestEnvironment = { signIn: (account: { limit?: number; isAdmin?: boolean }) => Promise<Backend<Contract>> }

/** Returns a test environment without data. */
export type CreateTestEnvironment = () => Promise<TestEnvironment>

export const newId = () => idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

export const testEvent = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

/** Creates one invitation for each name. */
export const createInvitations = (backend: Backend<Contract>, ...names: string[]) =>
  backend.invitations.create({ invitations: names.map(guestName => ({ ...testEvent, guestName })) })

/** Creates an invitation of one guest that admits `maxScans` persons. */
export async function createInvitation(backend: Backend<Contract>, maxScans = 1): Promise<Invitation> {
  const [made] = await backend.invitations.create({
    invitations: [{ ...testEvent, guestName: 'سارة', maxScans, generationType: 'custom' }],
  })
  return made!
}

/** Returns the account's only invitation. */
export const fetchSoleInvitation = async (backend: Backend<Contract>) => (await backend.invitations.list({})).rows[0]

/** Makes `count` calls of `ask` concurrently. `ask` gets the number of the call. */
export const runConcurrently = <T>(count: number, ask: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
