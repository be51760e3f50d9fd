import type { Handlers, Resource } from '@hudur/core'
import type { Kysely } from 'kysely'
import type { Database } from './database/database.ts'
import type { Tables } from './database/schema.ts'
import type { Mail } from './mail/sender.ts'

/** What every service is given: where the truth is kept, the time, and the zone whose days and weeks are counted. */
export type Deps = {
  db: Database
  now: () => Date
  timeZone: string
  /** Sends what a write has queued; absent where no mail server is configured, and then nothing is queued. */
  mail?: Mail | undefined
}

/** What a service may do with the caller's session. */
export type Session = {
  /** The same for every call of one session, and no secret; undefined where there is none. */
  name: string | undefined
  /** Signs an account in; false, and nothing done, when its password is no longer the one that was verified. */
  start: (userId: string, passwordHash: string) => Promise<boolean>
  end: () => Promise<void>
  /** Whether it is the caller's session whose token has this hash. */
  isOf: (tokenHash: string) => boolean
  /** Ends the account's other sessions, in the caller's write. */
  endOthers: (trx: Kysely<Tables>, userId: string) => Promise<void>
}

/** For whom a password is worked on: one waits for each `name` and each `address`; a known device goes first, wherever it is. */
export type Requester = { address: string; name: string | undefined; isKnown: boolean }

/** What a service is: one function for each endpoint, told who asks, handed the caller's session and for whom passwords are worked on. */
export type Services<R extends Resource> = Handlers<R, { session: Session; requester: Requester | undefined }>
