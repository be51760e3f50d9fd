import type { Handlers, Resource } from '@hudur/core/endpoint'
import type { Kysely } from 'kysely'
import type { Database } from './database/database.ts'
import type { Tables } from './database/schema.ts'
import type { MailTrigger } from './mail/sender.ts'

/** The dependencies of every service: the database, the clock, and the time zone in which days and weeks begin. */
export type Deps = {
  db: Database
  now: () => Date
  timeZone: string
  /** Sends the mail that services have queued. Undefined when no mail server is configured; services queue no mail then. */
  mail?: MailTrigger | undefined
}

/** The session of a call: the operations that services may use. */
export type Session = {
  /** Returns the hash of the session token, which is not secret. Undefined when the request carries no token. */
  name: () => string | undefined
  /** Opens a session for an account. Returns false and changes nothing when the account no longer has this password hash. */
  start: (userId: string, passwordHash: string) => Promise<boolean>
  end: () => Promise<void>
  /** Returns when the user signed in with this session, in ISO 8601. Undefined without a session of an account. */
  signedInAt: () => Promise<string | undefined>
  /** Returns whether `tokenHash` is the hash of this session's token. */
  isOf: (tokenHash: string) => boolean
  /**
   * Opens a session of a link for the caller's browser. Returns false when no such link is open. Throws `link-full`, and `pin-required` when
   * the link has another PIN than the checked one (`pinHash`).
   */
  openLink: (link: { id: string; tokenHash: string; endsAt: string; pinHash: string | null }) => Promise<boolean>
  /** Renews the cookie of the caller's link, so that the browser keeps it until eight days after the link's present end. */
  renewLink: () => void
  /** Ends all other sessions of the account, inside the given transaction. */
  endOthers: (trx: Kysely<Tables>, userId: string) => Promise<void>
}

/**
 * The person for whom a password is hashed or verified. `address` is an IP address, and `network` the widest network in which it is
 * counted; `name` is a username or the id of an account. The queue of `accounts/hash-queue.ts` limits the waiting requests by name and
 * address, and prefers those of known devices.
 */
export type Requester = { address: string; network: string; name: string | undefined; isKnown: boolean }

/** A service: one function for each endpoint. It gets the actor, the checked input, the session and the requester for password hashing. */
export type Services<R extends Resource> = Handlers<R, { session: Session; requester: Requester | undefined }>
