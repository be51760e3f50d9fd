import { type Backend, type Contract, contract, httpBackend } from '@hudur/core'
import { drafts } from '../../src/device/drafts.ts'
import { ADMIN, CONTROL, LANE } from './control.ts'

export { ADMIN }

type Credentials = { username: string; password: string }

const lane = crypto.randomUUID()
// biome-ignore lint/suspicious/noDocumentCookie: the cookie store answers later, and the first request must have the cookie
document.cookie = `${LANE}=${lane}; path=/`

async function control(name: string, given: object = {}) {
  const response = await fetch(`${CONTROL}/${lane}/${name}`, { method: 'POST', body: JSON.stringify(given) })
  if (!response.ok) throw new Error(await response.text())
}

const callerNamed = (username: string): Backend<Contract> =>
  httpBackend(contract, {
    base: `${CONTROL}/${lane}/as/${encodeURIComponent(username)}`,
    fetch: (url, init) => fetch(url, { ...init, credentials: 'omit' }),
  })

/** The administrator's backend over HTTP, with its own session. */
export const admin = callerNamed(ADMIN.username)

/** Signs a user in with a session apart from the page's. Returns the user's backend. */
export async function callerOf(credentials: Credentials) {
  await control('caller', credentials)
  return callerNamed(credentials.username)
}

/** Signs the page in: sets its session cookie. */
export const signIn = (credentials: Credentials = ADMIN) => control('sign-in', credentials)

/** Removes the page's session cookie, as if the session had ended elsewhere. */
export const endSession = () => control('sign-out')

/** Runs one SQL statement on the tables, for rows that no endpoint creates. */
export const changeRows = (statement: string, ...values: (string | number)[]) => control('rows', { statement, values })

/** Resets every table to the first administrator alone, and deletes this browser's drafts, local storage and session storage. */
export async function restoreApplication() {
  await control('restore')
  await control('sign-out')
  await drafts.leaveOnly(undefined)
  localStorage.clear()
  sessionStorage.clear()
}
