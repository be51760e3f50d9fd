import type { EventType, MessageStatus, OrderStatus, RequestStatus } from '@hudur/core'
import type { Generated } from 'kysely'

/** The tables as they stand after the last migration. Times are ISO text with milliseconds and Z; booleans are 0 and 1. */
export type Tables = {
  users: {
    id: string
    full_name: string
    username: string
    /** The username as `core` folds it: unique. */
    username_key: string
    password_hash: string
    /** Null where it was last set before this was stored. */
    password_changed_at: string | null
    phone: string | null
    email: string | null
    generation_limit: number
    used_generations: number
    is_admin: number
    created_at: string
  }
  /**
   * Every username that is taken, folded: by an account or by a registration that waits. `skeleton` is what it looks like, unique; null where
   * another one looked like it before that was refused.
   */
  usernames: { key: string; skeleton: string | null }
  registrations: {
    id: string
    full_name: string
    username: string
    username_key: string
    /** Gone once it is decided. */
    password_hash: string | null
    phone: string | null
    email: string | null
    status: 'pending' | 'approved' | 'rejected'
    created_at: string
    decided_at: string | null
  }
  deleted_accounts: {
    id: string
    original_user_id: string
    username: string
    username_key: string
    full_name: string
    full_name_key: string
    phone: string | null
    is_admin: number
    generation_limit: number
    used_generations: number
    account_created_at: string
    deleted_at: string
    deleted_by: string
    deletion_reason: string
  }
  orders: {
    id: string
    event_name: string
    event_date: string
    event_type: EventType
    customer_name: string | null
    phone: string
    invitation_count: number
    status: OrderStatus
    source: string
    notes: string | null
    created_at: string
  }
  user_requests: {
    id: string
    user_id: string
    event_name: string
    event_date: string
    event_type: EventType
    phone: string
    invitation_count: number
    status: RequestStatus
    notes: string | null
    created_at: string
  }
  messages: {
    id: string
    full_name: string
    email: string
    subject: string
    message: string
    source: string
    status: MessageStatus
    created_at: string
  }
  /** Mail that waits, or was sent; `next_try_at` is null once nothing more will be tried. */
  mails: {
    id: string
    recipient: string
    subject: string
    body: string
    created_at: string
    tries: number
    next_try_at: string | null
    sent_at: string | null
  }
  sessions: {
    token_hash: string
    user_id: string
    created_at: string
    moved_at: string
    /** Until when a session from before the cookie's `__Host-` name is taken under the old name over https; null for every later one. */
    old_cookie_until: string | null
    /** Names it to its account. */
    id: string
    /** The names of the browser and the system that signed in, from a closed list. */
    browser: string | null
    system: string | null
  }
  invitations: {
    id: string
    user_id: string
    event_name: string
    event_key: string
    event_date: string
    guest_name: string
    guest_key: string
    generation_type: 'names' | 'count' | 'custom'
    max_scans: number
    current_scans: number
    scanned_at: string | null
    created_at: string
    /** The place among those made by the same call. */
    position: number
    phone: string | null
    design_id: string | null
    is_pending: number
    /** When a device should hear of it again. */
    changed_at: string
  }
  /**
   * The words by which a guest's name and telephone number are found (`indexWords`), with the owner and the place in lists of the
   * invitation. They are written with it in one transaction. A change of the rule needs a migration that makes them again.
   */
  guest_words: { user_id: string; word: string; created_at: string; position: number; invitation_id: string }
  /** What an event's cards look like: one design for an owner, a folded name and a day. */
  designs: {
    id: string
    user_id: string
    event_name: string
    event_key: string
    event_date: string
    /** A `CardLook` as JSON. */
    look: string
    /** The picture that the look names. */
    picture_id: string | null
    updated_at: string
  }
  pictures: {
    id: string
    user_id: string
    width: number
    height: number
    /** Since when no design has used it; null while one does. */
    unused_since: string | null
  }
  picture_bytes: { picture_id: string; bytes: Uint8Array<ArrayBuffer> }
  /** What is left of a deleted invitation, for 90 days: devices must forget it, and late admissions find whose it was. */
  tombstones: {
    id: string
    user_id: string
    guest_name: string
    event_name: string
    event_date: string
    deleted_at: string
    /** 1 while its credit is back in the owner's balance. An admission that arrives afterwards takes the credit again. */
    refunded: Generated<number>
  }
  /** Attempts at doors, admitted or refused; a row is never changed. What `scan_repeats` counts has no row of its own. */
  scans: {
    id: string
    user_id: string
    /** No foreign key: what happened stays when an invitation goes. */
    invitation_id: string | null
    /** What was read, at most 512 characters of it. */
    code: string
    /** SHA-256 of the whole text as hex, where `code` is only its beginning. */
    code_sha256: string | null
    nonce: string | null
    gate: string | null
    scanned_at: string | null
    received_at: string
    clock_offset: number | null
    /** By the server's clock: the device's time put right, never after it arrived. What is told is told in this order. */
    happened_at: string
    outcome: 'admitted' | 'used' | 'refused' | 'candidates' | 'undone'
    people: number
    /** It was told by a device that had let the guest in without a server. */
    happened: number
    /** The idempotency key of the admission that this row takes back. */
    undoes: string | null
  }
  /** How often the scan beside which a row stands came again without a row of its own, and when first and last. */
  scan_repeats: {
    /** A digest of what is counted together: a session's refused code within a minute, or what an account sends beyond its budget in a day. */
    key: string
    scan_id: string
    /** The first one included. */
    count: number
    first_at: string
    last_at: string
  }
  /** What an account has had written down on a day without paying for it. */
  budgets: { user_id: string; what: 'scans' | 'edits' | 'refunds'; day: string; used: number }
  /** Scans that came in against the rule. */
  conflicts: { id: string; scan_id: string; owner_id: string; kind: 'double' | 'unknown' | 'deleted' | 'pending'; seen_at: string | null }
  /** What each account's idempotency keys named, and how it was answered. */
  nonces: { user_id: string; nonce: string; names: string; answer: string | null; created_at: string }
  activity: {
    id: string
    user_id: string
    verb: string
    action: string
    description: string
    target_type: string
    target_id: string
    created_at: string
  }
  /** What was tried lately by whom: `times` are milliseconds, the earliest first, as JSON. */
  attempts: { who: string; times: string; last_at: string }
  settings: { name: string; value: string }
}
