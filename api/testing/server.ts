import { randomBytes } from 'node:crypto'
import { contract } from '@hudur/core/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { hashPassword } from '../src/accounts/passwords.ts'
import { accountsIn } from '../src/accounts/repository.ts'
import { sessionsIn } from '../src/accounts/sessions-repository.ts'
import { type AppOptions, createApp } from '../src/app.ts'
import type { Database } from '../src/database/database.ts'
import { hashToken } from '../src/database/hash-token.ts'
import { newId } from '../src/database/new-id.ts'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '../src/http/sessions/sessions.ts'

export const cookieHeader = (cookies: ReadonlyMap<string, string>) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Returns a `fetch` that stores and sends cookies, as one browser does. */
export function browserFetch(cookies = new Map<string, string>()): typeof fetch {
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    if (cookies.size) headers.set('cookie', cookieHeader(cookies))
    const response = await fetch(url, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return response
  }
}

/** Starts the whole server in this process, on a free port. */
export async function startServer(db: Database, deps: Partial<AppOptions> = {}) {
  const { now = () => new Date() } = deps
  const app = await createApp({
    db,
    timeZone: 'Asia/Aden',
    defaultCountry: '967',
    rateLimit: false,
    refusesUnderPressure: false,
    ...deps,
    now,
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  /** Returns a caller with cookies of its own. It has no session until it signs in. */
  const createCaller = (fetch = browserFetch()) => {
    // The client's timeout is off: on a loaded machine an answer may take long, and the tests do not check its time.
    return { fetch, backend: createHttpBackend(contract, { base, fetch: (url, init) => fetch(url, { ...init, signal: null }) }) }
  }
  return {
    base,
    app,
    caller: createCaller,
    /** Returns a caller with a session for this account, written to the database as a sign-in writes it. No password is verified. */
    async callerFor({ id }: { id: string }, cookies = new Map<string, string>()) {
      const token = randomBytes(32).toString('base64url')
      await db.write(trx => sessionsIn(trx).add(hashToken(token), id, now()))
      const name = deps.publicUrl?.protocol === 'https:' ? SECURE_SESSION_COOKIE : SESSION_COOKIE
      return createCaller(browserFetch(cookies.set(name, token)))
    },
    close: () => app.close(),
  }
}

export const PASSWORD = 'كلمة-سر 1'
let passwordHash: Promise<string> | undefined

/** Adds an account directly to the database. All test accounts have the same password, which is hashed once. */
export async function addAccount(
  db: Database,
  { username, limit = 100, isAdmin = false, email = null }: { username: string; limit?: number; isAdmin?: boolean; email?: string | null },
) {
  passwordHash ??= hashPassword(PASSWORD)
  const hash = await passwordHash
  const id = newId()
  const createdAt = new Date().toISOString()
  const user = {
    id,
    fullName: `حساب ${username}`,
    username,
    phone: null,
    email,
    generationLimit: limit,
    usedGenerations: 0,
    isAdmin,
    createdAt,
    passwordChangedAt: createdAt,
  }
  await db.write(async trx => {
    await accountsIn(trx).takeUsername(username)
    await accountsIn(trx).add(user, hash)
  })
  return user
}
