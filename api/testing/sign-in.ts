import { contract } from '@hudur/core/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { ADMINISTRATOR } from './process.ts'
import { browserFetch } from './server.ts'

/** Signs the administrator in. Returns a backend with the session, the user, and the session cookie. */
export async function signIn(base: string) {
  const cookies = new Map<string, string>()
  const backend = createHttpBackend(contract, { base, fetch: browserFetch(cookies) })
  const user = await backend.accounts.login(ADMINISTRATOR)
  return { backend, user, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}
