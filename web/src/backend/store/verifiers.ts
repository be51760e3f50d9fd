import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { LOCAL_ADMIN_USERNAME, usernameKey } from '@hudur/core/accounts/username'
import { Refusal } from '@hudur/core/refusals'
import { metaInTransaction, runWriteTransaction, type Store, type Verifier } from './store.ts'

/** The number of PBKDF2-HMAC-SHA-256 rounds that OWASP recommended in 2023. */
const PBKDF2_ROUNDS = 600_000
const SALT_BYTES = 16
const HASH_BITS = 256

/** Returns the PBKDF2 hash of a password. The server stores another kind of hash, so this hash cannot be used to sign in there. */
async function derivePasswordHash(password: string, salt: BufferSource, rounds: number) {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password.normalize('NFKC')), 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, key, HASH_BITS))
}

const isSameHash = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.reduce((odd, byte, at) => odd | (byte ^ b[at]!), 0) === 0

/** Hashes a password with a new salt. Undefined where the browser has no `crypto.subtle`, on pages without https. */
export async function createPasswordVerifier(password: string, rounds = PBKDF2_ROUNDS) {
  if (globalThis.crypto?.subtle === undefined) return undefined
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  return { salt, hash: await derivePasswordHash(password, salt, rounds), rounds }
}

/** Returns whether a verifier was made from this password. */
export const matchesVerifier = async (password: string, { salt, hash, rounds }: Pick<Verifier, 'salt' | 'hash' | 'rounds'>) =>
  isSameHash(await derivePasswordHash(password, salt, rounds), hash)

/**
 * Returns the functions that store and check verifiers, which expire after 14 days. Pages without https have no `crypto.subtle` and store
 * none.
 */
export function createVerifiers(store: Store, { now, rounds = PBKDF2_ROUNDS }: { now: () => Date; rounds?: number | undefined }) {
  // The verifier of the fallback administrator never expires, because no server could renew it.
  const hasLapsed = ({ key, at }: Verifier) => key !== LOCAL_ADMIN_USERNAME && accountRules.hasOfflineSignInExpired(at, now())
  const hasCrypto = () => globalThis.crypto?.subtle !== undefined

  return {
    /** Stores a verifier for this password. It replaces the earlier verifier of the username. */
    async keep({ id, username }: Pick<User, 'id' | 'username'>, password: string) {
      const created = await createPasswordVerifier(password, rounds)
      if (!created) return
      const verifier = { ...created, at: now().toISOString(), failures: 0, waitUntil: null }
      await runWriteTransaction(store, ['verifiers'], trx =>
        trx.objectStore('verifiers').put({ key: usernameKey(username), userId: id, ...verifier } satisfies Verifier),
      )
    },

    async hasVerifier(username: string) {
      const verifier = hasCrypto() ? await store.get('verifiers', usernameKey(username)) : undefined
      if (verifier && hasLapsed(verifier)) await this.forgetLapsed()
      return verifier !== undefined && !hasLapsed(verifier)
    },

    /** Deletes expired verifiers, and the profiles of their users unless they are signed in on this device. */
    async forgetLapsed() {
      // Most starts delete nothing. A write would make the reads after it wait until it is on the disk.
      if (!(await store.getAll('verifiers')).some(hasLapsed)) return
      await runWriteTransaction(store, ['verifiers', 'accounts', 'meta'], async trx => {
        const session = await metaInTransaction(trx).get('session')
        for (const verifier of await trx.objectStore('verifiers').getAll()) {
          if (!hasLapsed(verifier)) continue
          await trx.objectStore('verifiers').delete(verifier.key)
          if (verifier.userId !== session?.userId) await trx.objectStore('accounts').delete(verifier.userId)
        }
      })
    },

    /**
     * Returns the id of the user; undefined without a valid verifier. Throws `wrong-credentials` for a wrong password, and `busy` during
     * the pause after five wrong passwords. An attempt is counted before the password is compared, so that simultaneous attempts in several
     * tabs all count.
     */
    async check(username: string, password: string): Promise<string | undefined> {
      if (!hasCrypto()) return undefined
      const key = usernameKey(username)
      const verifier = await runWriteTransaction(store, ['verifiers'], async trx => {
        const verifiers = trx.objectStore('verifiers')
        const storedVerifier = await verifiers.get(key)
        if (!storedVerifier) return undefined
        if (hasLapsed(storedVerifier)) {
          await verifiers.delete(key)
          return undefined
        }
        if (storedVerifier.waitUntil !== null && storedVerifier.waitUntil > now().toISOString()) throw new Refusal('busy')
        await verifiers.put({ ...storedVerifier, ...accountRules.countWrongPassword(storedVerifier, now()) })
        return storedVerifier
      })
      if (!verifier) return undefined
      if (!(await matchesVerifier(password, verifier))) throw new Refusal('wrong-credentials')
      return runWriteTransaction(store, ['verifiers'], async trx => {
        const verifiers = trx.objectStore('verifiers')
        // Another tab may have deleted or replaced the verifier meanwhile.
        const current = await verifiers.get(key)
        if (!current || !isSameHash(current.hash, verifier.hash)) return undefined
        await verifiers.put({ ...current, failures: 0, waitUntil: null })
        return verifier.userId
      })
    },

    async forget(username: string) {
      await runWriteTransaction(store, ['verifiers'], trx => trx.objectStore('verifiers').delete(usernameKey(username)))
    },

    /** Deletes all verifiers of an account, also those of its earlier usernames. */
    async forgetAccount(userId: string) {
      await runWriteTransaction(store, ['verifiers'], async trx => {
        const verifiers = trx.objectStore('verifiers')
        for (const key of await verifiers.index('user').getAllKeys(userId)) await verifiers.delete(key)
      })
    },
  }
}

export type Verifiers = ReturnType<typeof createVerifiers>
