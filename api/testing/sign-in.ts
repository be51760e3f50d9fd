import { contract } from '@hudur/core/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { ADMINISTRATOR } from './process.ts'
import { browserFetch, cookieHeader } from './server.ts'

/** Signs an account in, by default the administrator. `fetch` sends the cookies of the session; `cookie` is the value of their header. */
export async function signIn(base: string, credentials = ADMINISTRATOR) {
  const cookies = new Map<string, string>()
  const fetch = browserFetch(cookies)
  const backend = createHttpBackend(contract, { base, fetch })
  const user = await backend.accounts.login(credentials)
  return { backend, user, fetch, cookies, cookie: cookieHeader(cookies) }
}
