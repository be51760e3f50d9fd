import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { signIn } from '../api/testing/sign-in.ts'
import { pause } from '../api/testing/wait.ts'

/** A client that calls the server over HTTP with one session. */
export type ApiClient = Backend<Contract>

/** Signs the administrator in. The session serves any number of gates, and stays valid when the server is killed and started again. */
export const signInAdministrator = async (url: string): Promise<ApiClient> => (await signIn(url)).backend

const EVENT = { eventName: 'حفل التدريب', eventDate: '2027-01-14', generationType: 'names' } as const

/** Creates an event with `guests` invitations for one person each. Returns the ids of the invitations. */
export async function inviteGuests(host: ApiClient, guests: number): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < guests; from += 1_000) {
    const invitations = Array.from({ length: Math.min(1_000, guests - from) }, (_, n) => ({ ...EVENT, guestName: `ضيف ${from + n}` }))
    for (const { id } of await host.invitations.create({ invitations })) ids.push(id)
  }
  return ids
}

/**
 * Calls `act` until the server responds. When the server is unreachable or busy, calls `onRetry` and tries again after 20 ms. Throws any
 * other error.
 */
export async function repeatUntilAnswered<Answer>(
  act: () => Promise<Answer>,
  onRetry: (cause: unknown) => void = () => {},
): Promise<Answer> {
  for (;;) {
    try {
      return await act()
    } catch (cause) {
      if (!(cause instanceof UnreachableError) && !(cause instanceof Refusal && cause.code === 'busy')) throw cause
      onRetry(cause)
      await pause(20)
    }
  }
}

/** Processes the items of a list in order, at most `atOnce` of them concurrently. */
export async function processAll<Item>(items: readonly Item[], atOnce: number, act: (item: Item, n: number) => Promise<void>) {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < items.length) {
        const n = next++
        await act(items[n]!, n)
      }
    }),
  )
}

/** Creates a temporary folder, calls `use` with it, and deletes the folder afterwards. */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-drill-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
