import type { PendingRegistration } from '@hudur/core/accounts/contract'
import type { CreditKind } from '@hudur/core/accounts/credits'
import type { Activity, ActivityVerb } from '@hudur/core/activity/contract'
import type { LinkRole } from '@hudur/core/actor'
import type { Conflict } from '@hudur/core/check-in/contract'
import type { EventDetails } from '@hudur/core/events/contract'
import type { guestFields } from '@hudur/core/invitations/guest-fields'
import type { GuestField, GuestValues } from '@hudur/core/invitations/guest-values'
import type { CardChange, GenerationType, SendingChannel, WhatsAppState } from '@hudur/core/invitations/invitation'
import type { MessageStatus } from '@hudur/core/messages/contract'
import type { EventType, OrderStatus, RequestStatus } from '@hudur/core/requests/contract'
import type { ReplyChannel, StoredTimelineKind } from '@hudur/core/requests/timeline'
import type { InvoiceKind } from '@hudur/core/sales/invoices'
import type { PaymentMethod } from '@hudur/core/sales/payments'
import type { TrailEntry, TrailSubject } from '@hudur/core/trail/contract'
import type { WhatsAppKind, WhatsAppReason } from '@hudur/core/whatsapp/contract'
import type { Generated } from 'kysely'

/** The columns of the fields that a host gives to a guest. */
export type GuestColumns = {
  [F in GuestField as (typeof guestFields)[F]['column']]: GuestValues[F] extends boolean ? Generated<number> : GuestValues[F]
}

/** The tables after the last migration. Times are ISO text with milliseconds and Z; booleans are 0 and 1. */
export type Tables = {
  users: {
    id: string
    full_name: string
    username: string
    /** The username after `usernameKey`; unique. */
    username_key: string
    password_hash: string
    /** When the password was last changed; null where the time is not known. */
    password_changed_at: string | null
    phone: string | null
    email: string | null
    generation_limit: number
    used_generations: number
    is_admin: number
    created_at: string
  }
  /**
   * The ledger of the accounts' credits. `amount` is the change of the balance. The entries of an account add up to its `generation_limit`
   * and, with the sign reversed, to its `used_generations`. `by_id` is the account that acted.
   */
  credits: {
    id: string
    user_id: string
    at: string
    by_id: string | null
    kind: CreditKind
    amount: number
    reason: string
    order_id: string | null
    request_id: string | null
  }
  /**
   * The links with which users set the first password of their accounts. An account has a row until its password is set, also when the link
   * has expired. `by_id` is the administrator who made the link.
   */
  welcome_links: { user_id: string; token_hash: string; by_id: string | null; created_at: string; expires_at: string }
  /** The usernames of accounts and pending registrations. `skeleton` is unique, but null where another username had it first. */
  usernames: { key: string; skeleton: string | null }
  registrations: {
    id: string
    full_name: string
    username: string
    username_key: string
    /** The hash of the requested password; null once the registration is decided. */
    password_hash: string | null
    phone: string | null
    email: string | null
    status: PendingRegistration['status']
    search_key: Generated<string>
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
    /** The customer's words. */
    notes: string | null
    office_notes: string | null
    /** The folded texts in which the office searches, with both notes. */
    search_key: Generated<string>
    created_at: string
    /** The account of the customer; null until it is opened. */
    user_id: Generated<string | null>
    /** The event that was prepared with the account. Not a foreign key: the customer may delete the event. */
    event_id: Generated<string | null>
    /** The agreed sum in minor units of its currency, and when it was last set; null before. */
    agreed_amount: number | null
    agreed_currency: string | null
    agreed_at: string | null
  }
  /**
   * Payments for orders, which may be deleted earlier. They are never changed: `reverses` is the payment that a negative one takes back.
   * `facts` is JSON of `PaperFacts`.
   */
  payments: {
    id: string
    order_id: string
    at: string
    by_id: string | null
    amount: number
    currency: string
    method: PaymentMethod
    note: string
    year: number
    number: number
    reverses: string | null
    facts: string
  }
  payment_pictures: { payment_id: string; bytes: Uint8Array<ArrayBuffer>; saved_at: string }
  /** Invoices and credit notes, which are never changed. `facts` is JSON of `PaperFacts`. */
  invoices: {
    id: string
    kind: InvoiceKind
    year: number
    number: number
    order_id: string
    at: string
    by_id: string | null
    amount: number
    currency: string
    paid: number
    note: string
    reverses: string | null
    facts: string
  }
  /** The last number of the receipts, invoices and credit notes of each year. */
  paper_numbers: { kind: string; year: number; last: number }
  /** What the office sells. `price` is in minor units of the currency. */
  packages: {
    id: string
    name: string
    invitations: number
    price: number
    currency: string
    is_public: number
    archived_at: string | null
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
    office_notes: string | null
    search_key: Generated<string>
    /** The folded notes of the office. They are not part of `search_key`, in which the user of the request searches too. */
    office_key: Generated<string>
    created_at: string
  }
  /**
   * What administrators did about an order or a request: either `order_id` or `request_id` is set. `body` is the new notes of the office, or
   * the text of a reply.
   */
  order_events: {
    id: string
    order_id: string | null
    request_id: string | null
    at: string
    by_id: string | null
    kind: StoredTimelineKind
    status: OrderStatus | null
    former_status: OrderStatus | null
    channel: ReplyChannel | null
    body: string | null
  }
  messages: {
    id: string
    full_name: string
    email: string
    subject: string
    message: string
    source: string
    status: MessageStatus
    search_key: Generated<string>
    created_at: string
  }
  /** E-mails that are queued, sent or given up. `next_try_at` is null when there is no further attempt. */
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
    last_seen_at: string
    /** The id by which the account lists and ends the session. Unlike the token it is not secret. */
    id: string
    /** The browser and the operating system with which the user signed in, from a closed list of names. */
    browser: string | null
    system: string | null
  }
  /** Links, with which people without an account act in one role for one event. Expired and revoked ones are deleted after 90 days. */
  links: {
    id: string
    event_id: string
    /** The owner of the event. */
    user_id: string
    role: LinkRole
    name: string
    /** The SHA-256 of the token in the link's URL. */
    token_hash: string
    shows_names: number
    may_search: number
    created_at: string
    /** The chosen end of the link. Null when the end is computed from the day of the event. */
    expires_at: string | null
    revoked_at: string | null
    /** How many people a family link may invite, and how many its invitations are for. The difference is reserved in the owner's quota. */
    allotment: number | null
    used: number
    /** The hash of the PIN that opens the link; null without one. */
    pin_hash: Generated<string | null>
    /** How many devices may have the link open; null: `MAX_LINK_DEVICES`. */
    max_devices: Generated<number | null>
    /** How many people a door link may admit without a card, and how many it has: the sum over the counted rows of `walk_ins`. */
    walk_ins: Generated<number>
    walk_ins_used: Generated<number>
  }
  /** The devices that have opened a link. */
  link_sessions: {
    token_hash: string
    id: string
    link_id: string
    created_at: string
    seen_at: string
    browser: string | null
    system: string | null
    /** When a reissue of the link ended the session; otherwise null. The device may still upload offline scans for seven days. */
    ended_at: string | null
  }
  events: {
    id: string
    user_id: string
    name: string
    /** The name after `foldSpelling`. It is unique among the events of an owner on a day. */
    name_key: string
    date: string
    starts_at: string | null
    time_words: string | null
    place: string | null
    map_url: string | null
    hosts: string | null
    note: string | null
    phone: string | null
    /** The text with which invitations are sent. */
    message: string | null
    /** The texts for the guests of one side (`SideMessage`) as a JSON array; null without any. */
    side_messages: Generated<string | null>
    /** The text with which guests who came are thanked. */
    thanks_message: Generated<string | null>
    hides_names: number
    answers: EventDetails['answers']
    answers_until: string | null
    asks_children: Generated<number>
    counts_exits: Generated<number>
    capacity: Generated<number | null>
    /** The words of the house (`House`) as JSON; null without any. */
    house: Generated<string | null>
    /** The code of the event's trial card; null until its host first asked for it. */
    trial_code: Generated<string | null>
    created_at: string
    changed_at: string
  }
  /**
   * The accounts that were added to an event as partners. `owner_id` is the owner of the event. With `ended_at`, the partnership has ended.
   * `event_id` may be in no row of `events`, but in one of `deleted_events`.
   */
  event_partners: { event_id: string; user_id: string; owner_id: string; added_at: string; ended_at: string | null }
  /** Former names and days of renamed and deleted events, stored for 90 days. `event_id` may be in no row of `events`. */
  event_names: { user_id: string; name_key: string; date: string; event_id: string; ended_at: string }
  /** Tombstones of deleted events, stored for 90 days. Creating an event again under the same id deletes its tombstone. */
  event_tombstones: { id: string; user_id: string; hides_names: number; deleted_at: string }
  /** Deleted events that can be restored, stored for `DELETED_EVENT_DAYS`, each with its number of invitations and its design's picture. */
  deleted_events: {
    id: string
    event_id: string
    user_id: string
    name: string
    date: string
    invitations: number
    picture_id: string | null
    deleted_at: string
  }
  /** The rows of deleted events, as JSON arrays of at most 500 rows of one table, numbered in the order in which they are restored. */
  deleted_event_rows: { deleted_event_id: string; number: number; table_name: string; content: string }
  /** The ids of the links and designs of deleted events. No other link or design gets them, so that the events can be restored. */
  deleted_event_ids: { id: string; deleted_event_id: string }
  invitations: GuestColumns & {
    id: string
    user_id: string
    event_id: string
    guest_key: string
    generation_type: GenerationType
    current_scans: number
    /** How many of the arrived people have left; more than have arrived is a conflict. */
    outside: Generated<number>
    scanned_at: string | null
    created_at: string
    /** The position among the invitations created by the same call. */
    position: number
    design_id: string | null
    is_pending: number
    /** The last change that devices must download. Scans with a row of their own do not set it: see `deviceReplicasIn.changed`. */
    changed_at: string
    /** The event from which the invitation was moved last; null where it was never moved. */
    former_event_id: Generated<string | null>
    /** The family link with which the invitation was created; null without one. */
    link_id: Generated<string | null>
    /** The present code of the invitation. Null while the code is the id, that is, until the first reissue. */
    code: Generated<string | null>
    is_cancelled: Generated<number>
    /** When and how the invitation was last sent, as in the last row of `sendings`; null after a reissue. */
    sent_at: Generated<string | null>
    sent_via: Generated<SendingChannel | null>
    /** When the guest was thanked for coming, as in the row of `sendings` with `is_thanks`. */
    thanked_at: Generated<string | null>
    /** The `SendingGroup` in which the guest was skipped last; null after a sent mark and a reissue. */
    skipped_in: Generated<string | null>
    /** When the guest first opened the page of the invitation; null before that and after a reissue. */
    opened_at: Generated<string | null>
    /** The last answer of the guest. `answered_people` is 0 when the guest does not come. */
    answered_at: Generated<string | null>
    answered_people: Generated<number | null>
    answered_children: Generated<number>
    answer_note: Generated<string | null>
    /** The day of the event for which the last answer was given. */
    answered_for: Generated<string | null>
    /** What the guest was told with the last sent mark, also after a reissue (`told-facts-repository.ts`); null while nothing is known. */
    told: Generated<string | null>
    told_persons: Generated<number | null>
    told_table: Generated<string | null>
    /** The state of the latest message that the office's WhatsApp number sent to the guest (`WhatsAppState`), as JSON. */
    whatsapp: Generated<string | null>
  }
  /**
   * The messages of the office's WhatsApp number; those with `next_try_at` are the queue. `by_id` is the account that sent the message, and
   * `code` the code of the invitation in it. `is_latest`: no later message to the guest but a question. `marked_at`: when a sent mark was added.
   */
  whatsapp_messages: {
    id: string
    invitation_id: string
    kind: WhatsAppKind
    code: string
    by_id: string
    /** The digits of the number to which the message goes. */
    phone: string
    state: WhatsAppState['state']
    is_latest: number
    marked_at: string | null
    tries: number
    next_try_at: string | null
    tried_at: string | null
    state_at: string
    /** The id of the message at Meta, and the person's number and business-scoped user id there. */
    message_id: string | null
    wa_id: string | null
    user_id: string | null
    error_code: number | null
    error_details: string | null
    reason: WhatsAppReason | null
    /** What the message tells the guest, as in `sendings`. */
    told: string | null
    told_persons: number | null
    told_table: string | null
    created_at: string
  }
  /** The ids of the answers that guests gave in WhatsApp. Meta repeats its requests for seven days. */
  whatsapp_received: { id: string; at: string }
  /** The telephone numbers and user ids of people who stopped the office's messages. */
  whatsapp_stops: { who: string; at: string }
  /** When the guests of an event are reminded and thanked by themselves: days before the event, and times such as 18:00. */
  whatsapp_plans: {
    event_id: string
    by_id: string
    remind_days: number | null
    remind_at: string | null
    reminded_at: string | null
    thank_at: string | null
    thanked_at: string | null
    changed_at: string
  }
  /** The sendings of invitations. `user_id` is the account that recorded it, or the owner of the link that did (`link_id`). */
  sendings: {
    id: string
    invitation_id: string
    via: SendingChannel
    user_id: string
    link_id: Generated<string | null>
    created_at: string
    /** 1 for thanks to a guest who came, which count as no sent mark. */
    is_thanks: Generated<number>
    /** What the guest was told, as in `invitations`; null for marks of version 1.0. */
    told: Generated<string | null>
    told_persons: Generated<number | null>
    told_table: Generated<string | null>
  }
  /**
   * The answers to invitations. `user_id` is the account that recorded the answer, or the owner of the link that did; null where the guest
   * answered.
   */
  answers: {
    id: string
    invitation_id: string
    people: number
    children: Generated<number>
    note: string | null
    user_id: string | null
    link_id: Generated<string | null>
    created_at: string
    /** The day of the event for which the answer was given. */
    event_date: Generated<string | null>
  }
  /**
   * The reissues and give-aways (with the new `code`), cancellations and restorations, kept as long as the invitation or its tombstone.
   * `former_guest`: the name of the guest whose invitation was given away.
   */
  card_changes: {
    id: string
    invitation_id: string
    kind: CardChange['kind']
    code: string | null
    user_id: string
    link_id: string | null
    created_at: string
    former_guest: Generated<string | null>
  }
  /**
   * The search index: the words of the guests' names and telephone numbers (`indexWords`), each with the owner of the invitation and its
   * position in lists. The words are written in the same transaction as the invitation. A change of `indexWords` needs a migration that
   * builds the index again.
   */
  guest_words: { user_id: string; word: string; created_at: string; position: number; invitation_id: string }
  /** The designs of events' cards, at most one for an event. */
  designs: {
    id: string
    user_id: string
    event_id: string
    /** A `CardLook` as JSON. */
    look: string
    /** The place on the cards of a design of version 0.9.0 whose event had another one; null once the event's place was changed. */
    own_place: string | null
    /** The uploaded picture that the look uses. */
    picture_id: string | null
    updated_at: string
    /** Names the visible contents of the look, so that marks of sent cards can be compared; empty for the look before any choice. */
    card_key: Generated<string>
  }
  pictures: {
    id: string
    user_id: string
    width: number
    height: number
    /** The time since which no design has used the picture; null while one does. */
    unused_since: string | null
    /** The event whose cards had this unused picture last, and their `CardLook` with it as JSON; null for a picture no design has used. */
    event_id: string | null
    look: string | null
  }
  /** The pictures of events, at most one each, for previews in messengers. `id` is in the URL and cannot be guessed. */
  event_pictures: { event_id: string; id: string; bytes: Uint8Array<ArrayBuffer>; saved_at: string }
  picture_bytes: { picture_id: string; bytes: Uint8Array<ArrayBuffer> }
  /**
   * The tombstones of deleted invitations, stored for 90 days. Devices delete these invitations from their replicas. Offline scans that are
   * uploaded later find the owner of the invitation here.
   */
  tombstones: {
    id: string
    user_id: string
    guest_name: string
    event_name: string
    event_date: string
    /** The event of the deleted invitation; null for invitations of deleted accounts. */
    event_id: string | null
    deleted_at: string
    /** 1 while the credit is refunded to the owner. An admission that is uploaded afterwards charges the credit again. */
    refunded: Generated<number>
  }
  /**
   * Scans, admitted or refused, and undos. A row is never changed, except that the undo of an admission without an idempotency key gives it
   * the row's id as its key. Attempts that `scan_repeats` counts have no row of their own.
   */
  scans: {
    id: string
    user_id: string
    /** The link through which the scan was made; `gate` is then the name of the link. Null when an account scanned. Not a foreign key. */
    link_id: string | null
    /** Not a foreign key: the history stays when the invitation is deleted. */
    invitation_id: string | null
    /** The text of the scanned code, at most its first 512 characters. */
    code: string
    /** The SHA-256 (hex) of the whole text when `code` is only its beginning; otherwise null. */
    code_sha256: string | null
    idempotency_key: string | null
    gate: string | null
    scanned_at: string | null
    received_at: string
    clock_offset: number | null
    /** The device's time corrected by its clock offset, at most `received_at`. Admissions are listed in this order. */
    happened_at: string
    /**
     * `late` and `late-exit`: an admission or an exit that a door uploaded after its link had ended; a conflict that counts only when the
     * owner accepts it. `exited`: people left.
     */
    outcome: 'admitted' | 'used' | 'refused' | 'candidates' | 'undone' | 'late' | 'exited' | 'not-inside' | 'late-exit'
    people: number
    /** How many people of an admission had left before. */
    returned: Generated<number>
    /** 1 for an offline scan: the device admitted the guest without a server and uploaded the scan later. */
    offline: number
    /** The idempotency key of the admission that this row undoes, and why the owner undid it. */
    undoes: string | null
    reason: Generated<string | null>
  }
  /** Attempts without a row in `scans`: how many are counted with the scan `scan_id`, and the first and last time. */
  scan_repeats: {
    /** A digest: one refused code of a session in a minute, or one kind of attempts of an account beyond its budget. */
    key: string
    scan_id: string
    /** The number of attempts, including the scan itself. */
    count: number
    first_at: string
    last_at: string
  }
  /**
   * How much of each daily budget has been used: rows added and credits refunded without charging quota. `user_id` is the id of an account,
   * `link ` and the id of a family link, or `doors of ` and an account's id for all its door links.
   */
  budgets: { user_id: string; what: 'scans' | 'edits' | 'refunds'; day: string; used: number }
  /**
   * People who were admitted without a card. A removed row has neither name nor note, and only keeps its idempotency key from being counted
   * again. `link_id` is not a foreign key, and null where an account admitted them.
   */
  walk_ins: {
    id: string
    event_id: string
    /** The owner of the event. */
    user_id: string
    link_id: string | null
    idempotency_key: string
    /** The name of the walk-in; empty after its retention. */
    name: string
    people: number
    note: string | null
    gate: string | null
    happened_at: string
    received_at: string
    /** 0 for a conflict: the link might not admit them, and the owner has not accepted it. `seen_at`: when the owner settled it. */
    is_counted: number
    seen_at: string | null
    removed_at: string | null
  }
  /** Uploaded admissions that the rules would have refused. */
  conflicts: { id: string; scan_id: string; owner_id: string; kind: Conflict['kind']; seen_at: string | null }
  /** The idempotency keys of each account, with the fingerprint of the request and its answer as JSON. */
  idempotency_keys: { user_id: string; idempotency_key: string; fingerprint: string; answer: string | null; created_at: string }
  activity: {
    id: string
    user_id: string
    verb: ActivityVerb
    action: string
    description: string
    target_type: Activity['targetType']
    target_id: string
    created_at: string
  }
  /**
   * Who changed what. `owner_id` and `event_id`: the owner of the subject and its event, by which owners and partners see the row; both null for an
   * order. Neither is a foreign key: the rows stay when the subject is deleted. `by_id` is an account, `by_name` a link. `changes` is JSON
   * of `TrailChanges`. Ids sort by time.
   */
  trail: {
    id: string
    about: TrailSubject
    subject_id: string
    owner_id: string | null
    event_id: string | null
    at: string
    by_kind: TrailEntry['byKind']
    by_id: string | null
    by_name: string | null
    kind: TrailEntry['kind']
    changes: string
  }
  /** Recent attempts under rate limits: `times` is a JSON array of times in ms, the earliest first. */
  attempts: { who: string; times: string; last_at: string }
  settings: { name: string; value: string }
}
