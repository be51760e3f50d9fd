import { type Backend, type Contract, ID_BYTES, type Invitation, idFrom } from '@hudur/core'

/** What a suite needs of a world: callers, each signed in to an account of its own. */
export type World = { signIn: (account: { limit?: number; isAdmin?: boolean }) => Promise<Backend<Contract>> }

/** A world in which nobody has done anything yet. */
export type Worlds = () => Promise<World>

export const newId = () => idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

export const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

/** One invitation for each name. */
export const make = (backend: Backend<Contract>, ...names: string[]) =>
  backend.invitations.create({ invitations: names.map(guestName => ({ ...event, guestName })) })

/** One guest with so many places. */
export async function makeOne(backend: Backend<Contract>, maxScans = 1): Promise<Invitation> {
  const [made] = await backend.invitations.create({ invitations: [{ ...event, guestName: 'سارة', maxScans, generationType: 'custom' }] })
  return made!
}

/** How the only invitation stands. */
export const only = async (backend: Backend<Contract>) => (await backend.invitations.list({})).rows[0]

/** The same asked so many times at once. */
export const times = <T>(count: number, ask: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
