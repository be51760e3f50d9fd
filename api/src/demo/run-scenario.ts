import { type Contract, contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { createHttpBackend } from '@hudur/core/http-backend'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'

/** The password of every account of the demo. */
export const PASSWORD = 'hudur-demo'

type PlannedCall = { at: Date; act: () => Promise<unknown> }

/** The callers of the demo: a visitor, and the account with a username, which signs in at its first use. */
export type Callers = { visitor: Backend<Contract>; as: (username: string) => Promise<Backend<Contract>> }

/** Makes the planned calls up to `now` over HTTP in order. The server's clock shows the time of each call, so rows have their real age. */
export async function runScenario(db: Database, config: Config, now: Date, planned: (callers: Callers) => readonly PlannedCall[]) {
  let clock = now
  const { base, close } = await startServer(db, config, () => clock)
  const signedIn = new Map<string, Backend<Contract>>()

  async function signInOnce(username: string) {
    const existingBackend = signedIn.get(username)
    if (existingBackend) return existingBackend
    const backend = createCaller(base)
    await backend.accounts.login({ username, password: PASSWORD })
    signedIn.set(username, backend)
    return backend
  }

  const acts = planned({ visitor: createCaller(base), as: signInOnce }).filter(({ at }) => at.getTime() <= now.getTime())
  for (const { at, act } of acts.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    clock = at
    await act()
  }
  for (const backend of signedIn.values()) await backend.accounts.logout({})
  await close()
}

/** Returns the code of a guest who was not admitted yet; undefined without one, or when the administrator's password was changed. */
export async function findUnusedCode(db: Database, config: Config, username: string, eventName: string): Promise<string | undefined> {
  const { base, close } = await startServer(db, config, () => new Date())
  const { accounts, invitations } = createCaller(base)
  try {
    await accounts.login({ username, password: PASSWORD })
    const { rows } = await invitations.list({ search: eventName, filter: 'unscanned' })
    await accounts.logout({})
    return rows.find(({ state }) => state === 'valid')?.code
  } catch {
    return undefined
  } finally {
    await close()
  }
}

async function startServer(db: Database, { timeZone, defaultCountry }: Config, now: () => Date) {
  const app = await createApp({ db, now, timeZone, defaultCountry, rateLimit: false, refusesUnderPressure: false })
  return { base: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}

/** Returns a caller that stores the cookie of its last sign-in. */
function createCaller(base: string): Backend<Contract> {
  let cookie = ''
  return createHttpBackend(contract, {
    base,
    fetch: async (url, init) => {
      // Without the timeout of the client, because a slow machine may need longer.
      const response = await fetch(url, { ...init, signal: null, headers: { ...(init?.headers as Record<string, string>), cookie } })
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return response
    },
  })
}
