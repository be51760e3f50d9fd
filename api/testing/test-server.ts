import type { Refusal } from '@hudur/core/refusals'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '../src/database/database.ts'
import type { Tables } from '../src/database/schema.ts'
import { type Engine, emptyDatabase, startDatabase } from './engines.ts'
import { addAccount, PASSWORD, startServer } from './server.ts'

type TestAccount = Omit<Parameters<typeof addAccount>[1], 'username'> & { username?: string }

/**
 * Starts a server with a database of `engine` for the tests of the enclosing `describe`, and empties its tables before each test. Returns
 * functions that create callers with accounts of their own.
 */
export function startTestServer(engine: Engine, deps: Parameters<typeof startServer>[1] = {}) {
  let db: Database
  let server: Awaited<ReturnType<typeof startServer>>
  let accounts = 0

  beforeAll(async () => {
    db = await startDatabase(engine)
    server = await startServer(db, deps)
  })
  beforeEach(() => emptyDatabase(db))
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const signInAs = async (username: string, password = PASSWORD) => {
    const caller = server.caller()
    const user = await caller.backend.accounts.login({ username, password })
    return { ...caller.backend, fetch: caller.fetch, user }
  }

  return {
    db: () => db,
    base: () => server.base,
    /** Returns a caller without a session. */
    visitor: () => server.caller().backend,
    signInAs,
    /** Adds an account; returns a caller with a session for it. */
    async signIn({ username = `host${accounts++}`, ...account }: TestAccount = {}) {
      const user = await addAccount(db, { username, ...account })
      const createSession = async () => {
        const caller = await server.callerFor(user)
        return { ...caller.backend, fetch: caller.fetch, user }
      }
      return { ...(await createSession()), /** Returns a caller with another session of the same account. */ again: createSession }
    },
    /** Counts the rows of a table. */
    async count(table: keyof Tables) {
      const { count } = await db.read
        .selectFrom(table)
        .select(eb => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

/** Returns the code of the refusal with which a call rejects; `done` if it resolves. */
export const refusalCodeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Refusal) => error.code ?? String(error),
  )

/** Returns how often each outcome occurs, by outcome. */
export const countOutcomes = (outcomes: string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(outcomes, outcome => outcome)).map(([outcome, all = []]) => [outcome, all.length]))
