/** The tables as they stand after the last migration. Times are ISO text with milliseconds and Z; booleans are 0 and 1. */
export type Tables = {
  users: {
    id: string
    full_name: string
    username: string
    /** The username as `core` folds it: unique. */
    username_key: string
    password_hash: string
    phone: string | null
    email: string | null
    generation_limit: number
    used_generations: number
    is_admin: number
    created_at: string
  }
  sessions: { token_hash: string; user_id: string; created_at: string; moved_at: string }
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
  }
  /** Every attempt at a door, admitted or refused; a row is never changed. */
  scans: {
    id: string
    user_id: string
    /** No foreign key: what happened stays when an invitation goes. */
    invitation_id: string | null
    code: string
    nonce: string | null
    gate: string | null
    scanned_at: string | null
    received_at: string
    clock_offset: number | null
    outcome: 'admitted' | 'used' | 'refused' | 'candidates'
    people: number
  }
  /** What each account's nonces named, and how it was answered. */
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
  settings: { name: string; value: string }
}
