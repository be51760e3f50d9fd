import { type Backend, type Contract, contract, httpBackend } from '@hudur/core'
import { drafts } from '../../src/device/drafts.ts'
import { ADMIN, CONTROL_PATH, LANE_COOKIE } from './control.ts'

export { ADMIN }

type Credentials = { username: string; password: string }

const laneId = crypto.randomUUID()
// biome-ignore lint/suspicious/noDocumentCookie: the cookie store answers later, and the first request must have the cookie
document.cookie = `${LANE_COOKIE}=${laneId}; path=/`

async function callControl(name: string, given: object = {}) {
  const response = await fetch(`${CONTROL_PATH}/${laneId}/${name}`, { method: 'POST', body: JSON.stringify(given) })
  if (!response.ok) throw new Error(await response.text())
}

const backendWithSessionOf = (username: string): Backend<Contract> =>
  httpBackend(contract, {
    base: `${CONTROL_PATH}/${laneId}/as/${encodeURIComponent(username)}`,
    fetch: (url, init) => fetch(url, { ...init, credentials: 'omit' }),
  })

/** The backend of the administrator over HTTP. It has a session of its own, apart from the session of the page. */
export const admin = backendWithSessionOf(ADMIN.username)

/** Signs a user in with a session apart from that of the page. Returns the user's backend. */
export async function signInBackend(credentials: Credentials) {
  await callControl('caller', credentials)
  return backendWithSessionOf(credentials.username)
}

/** Signs a user in on the page by setting its session cookie. */
export const signInPage = (credentials: Credentials = ADMIN) => callControl('sign-in', credentials)

/** Removes the session cookie of the page, as if the session had been ended on another device. */
export const endSession = () => callControl('sign-out')

/** Runs one SQL statement on the database, for rows that no endpoint creates. */
export const changeRows = (statement: string, ...values: (string | number)[]) => callControl('rows', { statement, values })

/**
 * Resets every table so that only the first administrator remains. Also deletes the drafts, the local storage and the session storage of
 * this browser.
 */
export async function restoreApplication() {
  await callControl('restore')
  await callControl('sign-out')
  await drafts.leaveOnly(undefined)
  localStorage.clear()
  sessionStorage.clear()
}
