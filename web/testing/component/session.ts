import { type Backend, type Contract, contract, httpBackend } from '@hudur/core'
import { drafts } from '../../src/device/drafts.ts'
import { ADMIN, CONTROL } from './control.ts'

export { ADMIN }

type Credentials = { username: string; password: string }

async function control(name: string, given: object = {}) {
  const response = await fetch(`${CONTROL}/${name}`, { method: 'POST', body: JSON.stringify(given) })
  if (!response.ok) throw new Error(await response.text())
}

const callerNamed = (username: string): Backend<Contract> =>
  httpBackend(contract, {
    base: `${CONTROL}/as/${encodeURIComponent(username)}`,
    fetch: (url, init) => fetch(url, { ...init, credentials: 'omit' }),
  })

/** The administrator, asking over HTTP with a session of their own. */
export const admin = callerNamed(ADMIN.username)

/** Signs somebody in beside the page. Returns their calls. */
export async function callerOf(credentials: Credentials) {
  await control('caller', credentials)
  return callerNamed(credentials.username)
}

/** Gives the page's browser a session. */
export const signIn = (credentials: Credentials = ADMIN) => control('sign-in', credentials)

/** Takes the page's session away, as if it had ended elsewhere. */
export const endSession = () => control('sign-out')

/** Runs one SQL statement on the tables: for rows that no call makes. */
export const changeRows = (statement: string, ...values: (string | number)[]) => control('rows', { statement, values })

/** Puts every table back to the first administrator alone, and forgets what this browser kept. */
export async function restoreApplication() {
  await control('restore')
  await control('sign-out')
  await drafts.leaveOnly(undefined)
  localStorage.clear()
  sessionStorage.clear()
}
