import { type Contract, contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { createHttpBackend } from '@hudur/core/http-backend'
import { draftStore } from '../../src/device/drafts.ts'
import { ADMIN, APPLICATION_COOKIE, CONTROL_PATH } from './control.ts'

export { ADMIN }

type Credentials = { username: string; password: string }

/** The id of the application and the database that the test server keeps for this page. */
const serverAppId = crypto.randomUUID()
// biome-ignore lint/suspicious/noDocumentCookie: the cookie store answers later, and the first request must have the cookie
document.cookie = `${APPLICATION_COOKIE}=${serverAppId}; path=/`

async function callTestControl(name: string, given: object = {}) {
  const response = await fetch(`${CONTROL_PATH}/${serverAppId}/${name}`, { method: 'POST', body: JSON.stringify(given) })
  if (!response.ok) throw new Error(await response.text())
}

const backendWithSessionOf = (username: string): Backend<Contract> =>
  createHttpBackend(contract, {
    base: `${CONTROL_PATH}/${serverAppId}/as/${encodeURIComponent(username)}`,
    fetch: (url, init) => fetch(url, { ...init, credentials: 'omit' }),
  })

/** The backend of the administrator over HTTP. It has a session of its own, apart from the session of the page. */
export const admin = backendWithSessionOf(ADMIN.username)

/** Signs a user in with a session apart from that of the page. Returns the user's backend. */
export async function signInBackend(credentials: Credentials) {
  await callTestControl('caller', credentials)
  return backendWithSessionOf(credentials.username)
}

/** Signs a user in on the page by setting its session cookie. */
export const signInPage = (credentials: Credentials = ADMIN) => callTestControl('sign-in', credentials)

/** Removes the session cookie of the page, as if the session had been ended on another device. */
export const endSession = () => callTestControl('sign-out')

/** Runs one SQL statement on the database, for rows that no endpoint creates. */
export const executeSql = (statement: string, ...values: (string | number)[]) => callTestControl('rows', { statement, values })

/**
 * Resets every table so that only the first administrator remains. Also deletes the drafts, the local storage and the session storage of
 * this browser.
 */
export async function restoreApplication() {
  await callTestControl('restore')
  await callTestControl('sign-out')
  await draftStore.leaveOnly(undefined)
  localStorage.clear()
  sessionStorage.clear()
}
