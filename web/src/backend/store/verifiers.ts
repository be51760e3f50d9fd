import { accountRules, LOCAL_ADMIN, Refusal, type User, usernameKey } from '@hudur/core'
import { metaIn, type Store, type Verifier, write } from './store.ts'

/** The rounds of PBKDF2-HMAC-SHA-256 that OWASP recommends (2023). */
const ROUNDS = 600_000
const SALT_BYTES = 16
const HASH_BITS = 256

/** Returns the hash of a password that a verifier stores. It is useless on the server, which stores another kind of hash. */
async function derive(password: string, salt: BufferSource, rounds: number) {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password.normalize('NFKC')), 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, key, HASH_BITS))
}

const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.reduce((odd, byte, at) => odd | (byte ^ b[at]!), 0) === 0

/**
 * Returns the verifiers, with which users who have signed in on this device sign in again without a server: until they sign out, or longer
 * if they chose so, and for at most 14 days. Pages without https have no `crypto.subtle`, so they store no verifiers.
 */
export function verifiersOf(store: Store, { now, rounds = ROUNDS }: { now: () => Date; rounds?: number | undefined }) {
  // The fallback administrator's verifier never expires: no server could renew it.
  const hasLapsed = ({ key, at }: Verifier) => key !== LOCAL_ADMIN && accountRules.hasLapsed(at, now())
  const hasCrypto = () => globalThis.crypto?.subtle !== undefined

  return {
    /** Stores a verifier for this password, replacing the earlier one of the username. */
    async keep({ id, username }: Pick<User, 'id' | 'username'>, password: string) {
      if (!hasCrypto()) return
      const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
      const hash = await derive(password, salt, rounds)
      const verifier = { salt, hash, rounds, at: now().toISOString(), failures: 0, waitUntil: null }
      await write(store, ['verifiers'], trx =>
        trx.objectStore('verifiers').put({ key: usernameKey(username), userId: id, ...verifier } satisfies Verifier),
      )
    },

    async hasVerifier(username: string) {
      const verifier = hasCrypto() ? await store.get('verifiers', usernameKey(username)) : undefined
      if (verifier && hasLapsed(verifier)) await this.forgetLapsed()
      return verifier !== undefined && !hasLapsed(verifier)
    },

    /** Deletes expired verifiers, and the profiles of their users who are not signed in here. */
    async forgetLapsed() {
      await write(store, ['verifiers', 'accounts', 'meta'], async trx => {
        const session = await metaIn(trx).get('session')
        for (const verifier of await trx.objectStore('verifiers').getAll()) {
          if (!hasLapsed(verifier)) continue
          await trx.objectStore('verifiers').delete(verifier.key)
          if (verifier.userId !== session?.userId) await trx.objectStore('accounts').delete(verifier.userId)
        }
      })
    },

    /**
     * Returns the id of the user whose password this is; undefined when the username has no valid verifier. Throws `wrong-credentials`, and
     * `busy` during the wait after five wrong passwords. An attempt is counted before the password is compared, so that simultaneous
     * attempts in several tabs are all counted.
     */
    async check(username: string, password: string): Promise<string | undefined> {
      if (!hasCrypto()) return undefined
      const key = usernameKey(username)
      const verifier = await write(store, ['verifiers'], async trx => {
        const verifiers = trx.objectStore('verifiers')
        const storedVerifier = await verifiers.get(key)
        if (!storedVerifier) return undefined
        if (hasLapsed(storedVerifier)) {
          await verifiers.delete(key)
          return undefined
        }
        if (storedVerifier.waitUntil !== null && storedVerifier.waitUntil > now().toISOString()) throw new Refusal('busy')
        await verifiers.put({ ...storedVerifier, ...accountRules.triedAgain(storedVerifier, now()) })
        return storedVerifier
      })
      if (!verifier) return undefined
      if (!isSame(await derive(password, verifier.salt, verifier.rounds), verifier.hash)) throw new Refusal('wrong-credentials')
      await write(store, ['verifiers'], trx => trx.objectStore('verifiers').put({ ...verifier, failures: 0, waitUntil: null }))
      return verifier.userId
    },

    async forget(username: string) {
      await write(store, ['verifiers'], trx => trx.objectStore('verifiers').delete(usernameKey(username)))
    },

    /** Deletes an account's verifiers by its id, whatever its usernames were. */
    async forgetAccount(userId: string) {
      await write(store, ['verifiers'], async trx => {
        const verifiers = trx.objectStore('verifiers')
        for (const key of await verifiers.index('user').getAllKeys(userId)) await verifiers.delete(key)
      })
    },
  }
}

export type Verifiers = ReturnType<typeof verifiersOf>
