import * as z from 'zod/mini'
import { isWellFormed } from '../arabic.ts'
import { defineResource } from '../endpoint.ts'
import {
  EmptyResult,
  emailOrEmpty,
  IdempotencyKey,
  ListSort,
  Moment,
  OptionalSpanFields,
  PageFields,
  phoneOrEmpty,
  Reference,
  requiredLine,
  SpanFields,
  selectionFields,
  textLine,
  wholeNumber,
  wholeNumberInQuery,
} from '../inputs.ts'
import * as texts from '../texts.ts'
import { CreditEntry, CreditGrantInput, CreditListInput } from './credits.ts'
import { Username } from './username.ts'

export const User = z.object({
  id: z.string(),
  fullName: z.string(),
  username: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The quota of the account: how many invitations it may create in all, and how many it has created. */
  generationLimit: z.int(),
  usedGenerations: z.int(),
  isAdmin: z.boolean(),
  createdAt: Moment,
  /** When the password was last set; `createdAt` if it was never changed, null if that is unknown. */
  passwordChangedAt: z.nullable(Moment),
})
export type User = z.infer<typeof User>

/** The maximum length of a password, in characters. A longer password is refused before it is hashed, because hashing is expensive. */
export const MAX_PASSWORD_LENGTH = 200
/**
 * The minimum length of a new password, in characters. Passwords that were set under an older rule may be shorter and are accepted at
 * sign-in.
 */
export const MIN_PASSWORD_LENGTH = 6

/** The quota (`generationLimit`) of an account that was created without one. */
export const DEFAULT_QUOTA = 100

const credentialField = (max: number) =>
  z.string(texts.login.missing).check(
    z.refine(text => text.trim() !== '', texts.login.missing),
    z.maxLength(max, texts.login.wrong),
  )

export const Credentials = z.object({ username: credentialField(100), password: credentialField(MAX_PASSWORD_LENGTH) })

const newPasswordField = (missing: string, tooShort: string) =>
  z.string(missing).check(
    // `Credentials` refuses a password of spaces alone, so nobody could sign in with it.
    z.refine(text => text.trim() !== '', missing),
    z.minLength(MIN_PASSWORD_LENGTH, tooShort),
    z.maxLength(MAX_PASSWORD_LENGTH, texts.badPassword),
    z.refine(isWellFormed, texts.badText),
  )

/** The schema of a current password. It is compared and not stored, so short passwords are accepted. */
const existingPasswordField = z
  .string(texts.password.missing)
  .check(z.minLength(1, texts.password.missing), z.maxLength(MAX_PASSWORD_LENGTH, texts.password.wrong))

const personFields = {
  fullName: requiredLine(100, texts.requiredFields),
  username: Username,
  password: newPasswordField(texts.requiredFields, texts.register.tooShort),
  phone: z.optional(z.nullable(phoneOrEmpty)),
  email: z.optional(z.nullable(emailOrEmpty)),
}

/** A registration that is pending or decided. */
export const PendingRegistration = z.object({
  id: z.string(),
  full_name: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  status: z.enum(['pending', 'approved', 'rejected'], texts.badInput),
  created_at: Moment,
})
export type PendingRegistration = z.infer<typeof PendingRegistration>

/**
 * Checks a response that failed to parse: returns an empty list where it is no list, and throws an `Error` where a row has another shape.
 */
function noRegistrations(broken: { input: unknown } | undefined): PendingRegistration[] {
  if (Array.isArray(broken?.input)) throw new Error('a registration of another shape')
  return []
}

export const DeletedAccount = z.object({
  id: z.string(),
  original_user_id: z.string(),
  username: z.string(),
  full_name: z.string(),
  phone: z.nullable(z.string()),
  is_admin: z.boolean(),
  generation_limit: z.int(),
  used_generations: z.int(),
  account_created_at: Moment,
  deleted_at: Moment,
  /** Who deleted the account: `self`, or the administrator's username. */
  deleted_by: z.string(),
  deletion_reason: z.string(),
})
export type DeletedAccount = z.infer<typeof DeletedAccount>

const DeletedAccounts = z.object({
  success: z.literal(true),
  data: z.object({
    accounts: z.array(DeletedAccount),
    statistics: z.object({ total_deleted: z.int(), deleted_admins: z.int(), self_deleted: z.int(), avg_generations_used: z.number() }),
    pagination: z.object({
      current_page: z.int(),
      per_page: z.int(),
      total_records: z.int(),
      total_pages: z.int(),
      has_prev: z.boolean(),
      has_next: z.boolean(),
    }),
  }),
})

/** A session of an account. The browser and the system are null where they are unknown. */
export const AccountSession = z.object({
  id: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  createdAt: Moment,
  /** When the session was last used, or up to an hour earlier. */
  lastUsedAt: Moment,
  /** Whether the call was made with this session. */
  isCurrent: z.boolean(),
})
export type AccountSession = z.infer<typeof AccountSession>

/** The caller's own password, in calls that need a recent sign-in. */
const ownPasswordField = { currentPassword: z.optional(existingPasswordField) }
/** Whether a new password also ends the open links of the account's events. */
const endsLinksField = { endsLinks: z.optional(z.boolean()) }

const adminEndpointBase = { access: 'admin', offline: 'refuse' } as const
const userIdField = Reference

/** The filters of the list of registrations, and of the list of accounts. */
const registrationFilterFields = { search: z.optional(textLine(200)), ...OptionalSpanFields }
const userFilterFields = {
  ...registrationFilterFields,
  role: z.optional(z.enum(['admin', 'user'], texts.badInput)),
  state: z.optional(z.enum(['active', 'spent'], texts.badInput)),
}

/** The maximum number of accounts that one call creates or deletes: each is many rows of many tables. */
export const MAX_SELECTED_ACCOUNTS = 200
/** The token of a link for the first password. */
const linkTokenField = textLine(100)

export const accounts = defineResource({
  login: {
    method: 'POST',
    path: '/auth/login.php',
    access: 'public',
    input: Credentials,
    output: User,
    limit: 'sign-in',
    offline: 'answer',
  },
  /** Returns the signed-in user, or null. Never responds with 401, so that no ordinary page load fails. */
  me: { method: 'GET', path: '/auth/me.php', access: 'public', input: z.object({}), output: z.nullable(User), offline: 'answer' },
  logout: {
    method: 'POST',
    path: '/auth/logout.php',
    access: 'public',
    /** Whether the device keeps its offline sign-in for this user, for at most 14 days. A server does not store it. */
    input: z.object({ keepsOfflineSignIn: z.optional(z.boolean()) }),
    output: EmptyResult,
    offline: 'answer',
  },

  /** Returns whose link for the first password this is. Refuses `link-ended` for an unknown, used or expired token. */
  welcome: {
    method: 'POST',
    path: '/auth/welcome.php',
    access: 'public',
    input: z.object({ token: linkTokenField }),
    output: z.object({ fullName: z.string(), username: z.string() }),
    limit: 'link',
    offline: 'refuse',
  },
  /** Sets the first password of an account and signs in. The link ends. Refuses like `welcome`. */
  setFirstPassword: {
    method: 'POST',
    path: '/auth/first-password.php',
    access: 'public',
    input: z.object({ token: linkTokenField, password: personFields.password }),
    output: User,
    limit: 'link',
    offline: 'refuse',
  },

  register: {
    method: 'POST',
    path: '/auth/register.php',
    access: 'public',
    /** Registers a person. `nonce` is the idempotency key: a repeated request registers once. */
    input: z.object({ ...personFields, nonce: z.optional(IdempotencyKey) }),
    output: z.object({ success: z.literal(true), id: z.string(), message: z.string() }),
    limit: 'registration',
    needsDiskSpace: true,
    offline: 'refuse',
  },
  /**
   * Lists the pending registrations or, with `status`, the decided ones of the last 90 days; the oldest first unless `sort` is `newest`. `from`
   * and `to` limit the list to those that arrived between these times, and `search` to those whose name, username, e-mail address or
   * telephone number have every word of it, also within words.
   */
  registrations: {
    method: 'GET',
    path: '/pending-users.php',
    ...adminEndpointBase,
    query: ['search', 'status', 'from', 'to', 'sort', 'limit', 'offset'],
    input: z.object({
      ...registrationFilterFields,
      status: z.optional(PendingRegistration.shape.status),
      sort: z.optional(ListSort),
      ...PageFields,
    }),
    output: z.catch(z.array(PendingRegistration), noRegistrations),
    paged: true,
  },
  approve: {
    method: 'POST',
    path: '/approve-user.php',
    ...adminEndpointBase,
    input: z.object({ id: userIdField }),
    output: z.object({ success: z.literal(true), user: User }),
  },
  reject: { method: 'POST', path: '/reject-user.php', ...adminEndpointBase, input: z.object({ id: userIdField }), output: EmptyResult },
  /** Rejects the pending registrations that arrived between `from` and `to`, and returns their number. Sends no e-mails. */
  rejectRegistrations: {
    method: 'POST',
    path: '/reject-users.php',
    ...adminEndpointBase,
    input: z.object(SpanFields),
    output: z.object({ rejected: z.int() }),
  },
  /**
   * Approves or rejects selected pending registrations in one transaction, as `approve` and `reject` do, and returns their number. Of `ids`,
   * decided ones are left out. Throws `count-changed` when another number than `all.count` is pending with these filters.
   */
  decideMany: {
    method: 'POST',
    path: '/decide-users.php',
    ...adminEndpointBase,
    input: z.object({
      ...selectionFields(registrationFilterFields, MAX_SELECTED_ACCOUNTS),
      verdict: z.enum(['approved', 'rejected'], texts.badInput),
    }),
    output: z.object({ decided: z.int() }),
  },
  /** E-mails the person who registered that the registration was approved or rejected. */
  notify: {
    method: 'POST',
    path: '/notify-user.php',
    ...adminEndpointBase,
    input: z.object({ id: userIdField, type: z.enum(['approved', 'rejected'], texts.badInput) }),
    output: z.object({ success: z.literal(true), result: z.enum(['sent', 'no-address', 'mail-off']) }),
  },

  list: { method: 'GET', path: '/users/list.php', ...adminEndpointBase, input: z.object({}), output: z.array(User) },
  /**
   * Lists the accounts that match a filter, the oldest first unless `sort` is `newest`. `search` finds names, usernames and telephone numbers,
   * and sorts matches that assume a typing error last. `state` is `active` with a balance and `spent` without one; `from` and `to`
   * limit the list to the accounts that were created between these times. Without `limit` it has at most 1,000 accounts.
   */
  search: {
    method: 'GET',
    path: '/users/search.php',
    ...adminEndpointBase,
    query: ['search', 'role', 'state', 'from', 'to', 'sort', 'limit', 'offset'],
    input: z.object({
      ...userFilterFields,
      sort: z.optional(z.enum(['oldest', 'newest'], texts.badInput)),
      ...PageFields,
    }),
    output: z.array(User),
    paged: true,
  },
  /**
   * Creates an account. Refuses `password-required` for a new administrator without a recent sign-in and without the caller's own password.
   */
  create: {
    method: 'POST',
    path: '/users/create.php',
    ...adminEndpointBase,
    input: z.object({
      ...personFields,
      generationLimit: z._default(wholeNumber(1), DEFAULT_QUOTA),
      isAdmin: z._default(z.boolean(), false),
      ...ownPasswordField,
    }),
    output: User,
    limit: 'given-password',
  },
  /**
   * Changes the given fields. An empty `password` changes nothing. A new password ends the user's sessions, and with `endsLinks` also the
   * open links of the user's events. The password of the caller's own account needs `currentPassword`. The password of another account and
   * a change of `isAdmin` need a recent sign-in or `currentPassword` (otherwise `password-required`).
   */
  update: {
    method: 'PUT',
    path: '/users/update.php',
    ...adminEndpointBase,
    query: ['id'],
    input: z.object({
      id: userIdField,
      fullName: z.optional(personFields.fullName),
      username: z.optional(Username),
      password: z.optional(z.union([z.literal(''), personFields.password])),
      ...ownPasswordField,
      ...endsLinksField,
      phone: personFields.phone,
      email: personFields.email,
      generationLimit: z.optional(wholeNumber(1)),
      isAdmin: z.optional(z.boolean()),
    }),
    output: User,
    limit: 'given-password',
  },
  /**
   * Deletes an account with all data that belongs to it. Refuses `password-required` without a recent sign-in and without the caller's own
   * password.
   */
  remove: {
    method: 'DELETE',
    path: '/users/delete.php',
    ...adminEndpointBase,
    query: ['id'],
    input: z.object({ id: userIdField, ...ownPasswordField }),
    output: EmptyResult,
    limit: 'given-password',
  },
  /**
   * Deletes selected accounts in one transaction, as `remove` deletes each, and returns their number. The caller's own account is never among
   * those that match `all`. Of `ids`, accounts that do not exist are left out. Throws `count-changed` when another number than `all.count`
   * matches.
   */
  removeMany: {
    method: 'DELETE',
    path: '/users/delete-many.php',
    ...adminEndpointBase,
    input: z.object({ ...selectionFields(userFilterFields, MAX_SELECTED_ACCOUNTS), ...ownPasswordField }),
    output: z.object({ removed: z.int() }),
    limit: 'given-password',
  },
  /** Sets `usedGenerations`, the number of invitations that a user has created. */
  updateGenerations: {
    method: 'PUT',
    path: '/users/update-generations.php',
    ...adminEndpointBase,
    query: ['id'],
    input: z.object({ id: userIdField, count: wholeNumber(0) }),
    output: User,
  },

  /** Lists the ledger of an account's credits, newest first. */
  credits: {
    method: 'GET',
    path: '/credits/list.php',
    ...adminEndpointBase,
    query: ['userId', 'limit', 'offset'],
    input: CreditListInput,
    output: z.array(CreditEntry),
    paged: true,
  },
  /**
   * Adds `amount` to the quota of an account, with a reason and the order or the request that it is for. A negative amount reduces the quota,
   * which stays at least 1. `nonce` is the idempotency key.
   */
  grantCredits: {
    method: 'POST',
    path: '/credits/grant.php',
    ...adminEndpointBase,
    input: CreditGrantInput,
    output: z.object({ success: z.literal(true), user: User }),
  },

  /** Lists at most 500 sessions of the caller's account: the current one first, then the most recently used. */
  sessions: {
    method: 'GET',
    path: '/users/sessions.php',
    access: 'user',
    input: z.object({}),
    output: z.array(AccountSession),
    offline: 'refuse',
  },
  /** Ends one session of the caller's account. */
  endSession: {
    method: 'DELETE',
    path: '/users/sessions.php',
    access: 'user',
    query: ['id'],
    input: z.object({ id: userIdField }),
    output: EmptyResult,
    offline: 'refuse',
  },
  /**
   * Changes the password of the caller's account; `userId` is ignored. Ends the account's other sessions, and with `endsLinks` also the
   * open links of its events.
   */
  changePassword: {
    method: 'PUT',
    path: '/users/change-password.php',
    access: 'user',
    input: z.object({
      userId: z.optional(Reference),
      currentPassword: existingPasswordField,
      newPassword: newPasswordField(texts.password.missing, texts.password.tooShort),
      ...endsLinksField,
    }),
    output: EmptyResult,
    limit: 'password',
    offline: 'refuse',
  },
  /** Deletes the account of the session with all data that belongs to it. */
  deleteAccount: {
    method: 'DELETE',
    path: '/users/delete-account.php',
    access: 'user',
    input: z.object({ userId: z.optional(Reference), password: existingPasswordField }),
    output: EmptyResult,
    limit: 'password',
    offline: 'refuse',
  },
  deletedAccounts: {
    method: 'GET',
    path: '/users/get-delete-account.php',
    ...adminEndpointBase,
    query: ['adminId', 'page', 'limit', 'search', 'sortBy', 'sortOrder'],
    input: z.object({
      adminId: z.optional(Reference),
      page: z._default(wholeNumberInQuery(1), 1),
      limit: z._default(wholeNumberInQuery(1, 100), 20),
      search: z.optional(textLine(200)),
      sortBy: z._default(z.enum(['username', 'full_name', 'used_generations', 'deleted_at']), 'deleted_at'),
      sortOrder: z._default(z.enum(['ASC', 'DESC']), 'DESC'),
    }),
    output: DeletedAccounts,
  },
})
