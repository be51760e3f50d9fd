import { accountRules, LOCAL_ADMIN, Refusal, type User, usernameKey } from '@hudur/core'
import { metaIn, type Store, type Verifier, write } from './store.ts'

/** OWASP's number of rounds for PBKDF2-HMAC-SHA-256 (2023). */
const ROUNDS = 600_000
const SALT_BYTES = 16
const HASH_BITS = 256

/** The password as the device keeps it: of no use on the server, which keeps another kind of hash. */
async function derive(password: string, salt: BufferSource, rounds: number) {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password.normalize('NFKC')), 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, key, HASH_BITS))
}

const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.reduce((odd, byte, at) => odd | (byte ^ b[at]!), 0) === 0

/**
 * Lets whoever has signed in on this device sign in again without a server: until they sign out, or longer where they chose it, and 14 days
 * at most. Pages without https have no means to, and keep nothing.
 */
export function verifiersOf(store: Store, { now, rounds = ROUNDS }: { now: () => Date; rounds?: number | undefined }) {
  // No server renews what only this device knows.
  const hasLapsed = ({ key, at }: Verifier) => key !== LOCAL_ADMIN && accountRules.hasLapsed(at, now())
  const isAble = () => globalThis.crypto?.subtle !== undefined

  return {
    /** Keeps, or replaces, what this password is known by. */
    async keep({ id, username }: Pick<User, 'id' | 'username'>, password: string) {
      if (!isAble()) return
      const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
      const hash = await derive(password, salt, rounds)
      const verifier = { salt, hash, rounds, at: now().toISOString(), failures: 0, waitUntil: null }
      await write(store, ['verifiers'], trx =>
        trx.objectStore('verifiers').put({ key: usernameKey(username), userId: id, ...verifier } satisfies Verifier),
      )
    },

    async knows(username: string) {
      const verifier = isAble() ? await store.get('verifiers', usernameKey(username)) : undefined
      if (verifier && hasLapsed(verifier)) await this.forgetLapsed()
      return verifier !== undefined && !hasLapsed(verifier)
    },

    /** Deletes what has lapsed, and with it the profiles of people who are not signed in here. */
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
     * Whose password this is; undefined when nobody of that name may sign in here without a server. Throws `wrong-credentials`, and `busy`
     * while five wrong tries are waited for: a try is counted before it is looked at, so that tabs cannot share one.
     */
    async check(username: string, password: string): Promise<string | undefined> {
      if (!isAble()) return undefined
      const key = usernameKey(username)
      const verifier = await write(store, ['verifiers'], async trx => {
        const verifiers = trx.objectStore('verifiers')
        const kept = await verifiers.get(key)
        if (!kept) return undefined
        if (hasLapsed(kept)) {
          await verifiers.delete(key)
          return undefined
        }
        if (kept.waitUntil !== null && kept.waitUntil > now().toISOString()) throw new Refusal('busy')
        await verifiers.put({ ...kept, ...accountRules.triedAgain(kept, now()) })
        return kept
      })
      if (!verifier) return undefined
      if (!isSame(await derive(password, verifier.salt, verifier.rounds), verifier.hash)) throw new Refusal('wrong-credentials')
      await write(store, ['verifiers'], trx => trx.objectStore('verifiers').put({ ...verifier, failures: 0, waitUntil: null }))
      return verifier.userId
    },

    async forget(username: string) {
      await write(store, ['verifiers'], trx => trx.objectStore('verifiers').delete(usernameKey(username)))
    },

    /** The same by the account, whatever it is called. */
    async forgetAccount(userId: string) {
      await write(store, ['verifiers'], async trx => {
        const verifiers = trx.objectStore('verifiers')
        for (const key of await verifiers.index('user').getAllKeys(userId)) await verifiers.delete(key)
      })
    },
  }
}

export type Verifiers = ReturnType<typeof verifiersOf>
