import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

const isPostgres = (db: QueryExecutorProvider) => db.getExecutor().adapter instanceof PostgresAdapter

/** The schema. Times are ISO text with milliseconds and Z; booleans are 0 and 1; `*_key` columns contain normalised spellings. */
const SCHEMA = `
create table users (
  id text primary key, full_name text not null, username text not null, username_key text not null unique,
  password_hash text not null, password_changed_at text, phone text, email text,
  generation_limit integer not null, used_generations integer not null, is_admin integer not null, created_at text not null
);
create table usernames (key text primary key, skeleton text);
create unique index usernames_skeleton on usernames (skeleton);
create table registrations (
  id text primary key, full_name text not null, username text not null, username_key text not null, password_hash text,
  phone text, email text, status text not null, created_at text not null, decided_at text
);
create index registrations_waiting on registrations (status, created_at);
create index registrations_username on registrations (username_key);
create table deleted_accounts (
  id text primary key, original_user_id text not null, username text not null, username_key text not null, full_name text not null,
  full_name_key text not null, phone text, is_admin integer not null, generation_limit integer not null,
  used_generations integer not null, account_created_at text not null, deleted_at text not null, deleted_by text not null,
  deletion_reason text not null
);
create index deleted_accounts_newest on deleted_accounts (deleted_at, id);
create table sessions (
  token_hash text primary key, id text not null, user_id text not null references users (id), created_at text not null,
  last_seen_at text not null, browser text, system text
);
create unique index sessions_id on sessions (id);
create index sessions_user on sessions (user_id);
create table attempts (who text primary key, times text not null, last_at text not null);
create index attempts_last on attempts (last_at);

create table events (
  id text primary key, user_id text not null references users (id), name text not null, name_key text not null, date text not null,
  starts_at text, place text, map_url text, hosts text, note text, phone text, message text, hides_names integer not null,
  answers text not null, answers_until text, created_at text not null, changed_at text not null,
  constraint events_name unique (user_id, name_key, date)
);
create index events_day on events (date, name_key);
create index events_of_user on events (user_id, date, name_key);
create index events_changed on events (changed_at);
create table event_names (
  user_id text not null, name_key text not null, date text not null, event_id text not null, ended_at text not null,
  constraint event_names_key primary key (user_id, name_key, date)
);
create index event_names_of_event on event_names (event_id);
create index event_names_ended on event_names (ended_at);
create table event_tombstones (id text primary key, user_id text not null, hides_names integer not null, deleted_at text not null);
create index event_tombstones_of_user on event_tombstones (user_id, deleted_at);
create table event_pictures (
  event_id text primary key references events (id) on delete cascade, id text not null unique, bytes blob not null, saved_at text not null
);

create table links (
  id text primary key, event_id text not null, user_id text not null references users (id), role text not null, name text not null,
  token_hash text not null unique, shows_names integer not null, may_search integer not null, created_at text not null,
  expires_at text, revoked_at text, allotment integer, used integer not null
);
create index links_of_event on links (event_id, created_at);
create index links_of_user on links (user_id);
create table link_sessions (
  token_hash text primary key, id text not null, link_id text not null references links (id) on delete cascade,
  created_at text not null, seen_at text not null, browser text, system text, ended_at text
);
create index link_sessions_of_link on link_sessions (link_id, seen_at);

create table invitations (
  id text not null primary key, user_id text not null references users (id), event_id text not null references events (id),
  guest_name text not null, guest_key text not null, generation_type text not null, max_scans integer not null,
  current_scans integer not null, scanned_at text, created_at text not null, position integer not null, phone text, design_id text,
  is_pending integer not null, changed_at text not null, guest_table text, gate_note text, is_vip integer not null default 0, side text,
  link_id text, code text, is_cancelled integer not null default 0, sent_at text, sent_via text, opened_at text, answered_at text,
  answered_people integer, answer_note text
);
create index invitations_newest on invitations (created_at desc, position, id);
create index invitations_of_user on invitations (user_id, created_at desc, position, id);
create index invitations_event on invitations (event_id, created_at desc, position, id);
create index invitations_guest on invitations (guest_key, user_id);
create index invitations_changed on invitations (user_id, changed_at);
create index invitations_pending on invitations (user_id, is_pending) where is_pending = 1;
create index invitations_of_link on invitations (link_id, created_at, position) where link_id is not null;
create table guest_words (
  user_id text not null, word text not null, created_at text not null, position integer not null, invitation_id text not null,
  constraint guest_words_key primary key (user_id, word, created_at, position, invitation_id)
) without rowid;
create table tombstones (
  id text primary key, user_id text not null, event_id text, guest_name text not null, event_name text not null,
  event_date text not null, deleted_at text not null, refunded integer not null default 0
);
create index tombstones_of_user on tombstones (user_id, deleted_at);
create table sendings (
  id text primary key, invitation_id text not null references invitations (id) on delete cascade, via text not null,
  user_id text not null, link_id text, created_at text not null
);
create index sendings_of_invitation on sendings (invitation_id, created_at);
create table answers (
  id text primary key, invitation_id text not null references invitations (id) on delete cascade, people integer not null, note text,
  user_id text, link_id text, created_at text not null
);
create index answers_of_invitation on answers (invitation_id, created_at);
create table card_changes (
  id text primary key, invitation_id text not null, kind text not null, code text unique, user_id text not null, link_id text,
  created_at text not null
);
create index card_changes_of_invitation on card_changes (invitation_id, created_at);

create table pictures (
  id text primary key, user_id text not null references users (id), width integer not null, height integer not null, unused_since text
);
create index pictures_of_user on pictures (user_id);
create index pictures_unused on pictures (unused_since);
create table picture_bytes (picture_id text primary key references pictures (id) on delete cascade, bytes blob not null);
create table designs (
  id text not null primary key, user_id text not null references users (id), event_id text not null unique references events (id),
  look text not null, picture_id text references pictures (id), updated_at text not null
);
create index designs_newest on designs (updated_at desc, id);
create index designs_of_user on designs (user_id, updated_at desc, id);
create index designs_picture on designs (picture_id);

create table scans (
  id text primary key, user_id text not null, link_id text, invitation_id text, code text not null, code_sha256 text,
  idempotency_key text, gate text, scanned_at text, received_at text not null, clock_offset integer, happened_at text not null, outcome text not null,
  people integer not null, offline integer not null, undoes text
);
create index scans_of_invitation on scans (invitation_id, happened_at, id);
create index scans_of_idempotency_key on scans (idempotency_key, invitation_id, outcome) where idempotency_key is not null;
create index scans_undone on scans (invitation_id, undoes) where undoes is not null;
create index scans_of_link on scans (link_id) where link_id is not null;
create index scans_received on scans (received_at, id);
create table scan_repeats (
  key text primary key, scan_id text not null unique, count integer not null, first_at text not null, last_at text not null
);
create table conflicts (id text primary key, scan_id text not null, owner_id text not null, kind text not null, seen_at text);
create index conflicts_of_owner on conflicts (owner_id, id);
create index conflicts_of_scan on conflicts (scan_id);
create table idempotency_keys (
  user_id text not null, idempotency_key text not null, fingerprint text not null, answer text, created_at text not null,
  constraint idempotency_keys_key primary key (user_id, idempotency_key)
);
create table budgets (
  user_id text not null, what text not null, day text not null, used integer not null,
  constraint budgets_key primary key (user_id, what, day)
);

create table orders (
  id text primary key, event_name text not null, event_date text not null, event_type text not null, customer_name text,
  phone text not null, invitation_count integer not null, status text not null, source text not null, notes text,
  created_at text not null
);
create index orders_newest on orders (created_at, id);
create index orders_of_status on orders (status, created_at, id);
create table user_requests (
  id text primary key, user_id text not null, event_name text not null, event_date text not null, event_type text not null,
  phone text not null, invitation_count integer not null, status text not null, notes text, created_at text not null
);
create index user_requests_newest on user_requests (user_id, created_at, id);
create index user_requests_of_all on user_requests (created_at, id);
create index user_requests_of_status on user_requests (status, created_at, id);
create table messages (
  id text primary key, full_name text not null, email text not null, subject text not null, message text not null, source text not null,
  status text not null, created_at text not null
);
create index messages_newest on messages (created_at, id);
create index messages_of_status on messages (status, created_at, id);
create table mails (
  id text primary key, recipient text not null, subject text not null, body text not null, created_at text not null,
  tries integer not null, next_try_at text, sent_at text
);
create index mails_waiting on mails (next_try_at);
create table activity (
  id text primary key, user_id text not null, verb text not null, action text not null, description text not null,
  target_type text not null, target_id text not null, created_at text not null
);
create table settings (name text primary key, value text not null)`

/** Renames what had another name in version 0.9.0. SQLite cannot rename an index, so indexes are created again. */
const UPGRADE = `
alter table sessions drop column old_cookie_until;
alter table sessions rename column moved_at to last_seen_at;
drop index scans_of_nonce;
drop index scans_taken_back;
alter table scans rename column nonce to idempotency_key;
alter table scans rename column happened to offline;
create index scans_of_idempotency_key on scans (idempotency_key, invitation_id, outcome) where idempotency_key is not null;
create index scans_undone on scans (invitation_id, undoes) where undoes is not null;
alter table nonces rename to idempotency_keys;
alter table idempotency_keys rename column nonce to idempotency_key;
alter table idempotency_keys rename column names to fingerprint`

const UPGRADE_ON_POSTGRES = `
alter table idempotency_keys rename constraint nonces_key to idempotency_keys_key;
alter table users alter column password_changed_at type text collate "C";
alter table orders alter column customer_name type text collate "C"`

/**
 * Creates the tables. The collation C makes PostgreSQL compare texts by bytes, as SQLite does. `epoch` identifies the database history
 * since its last restore; writes that delete administrators lock the row `administrators`; `device-key` signs the cookies of known devices.
 */
export async function up(db: QueryExecutorProvider) {
  const schema = isPostgres(db)
    ? SCHEMA.replaceAll(/\btext\b/g, 'text collate "C"')
        .replaceAll(/\bblob\b/g, 'bytea')
        .replace(' without rowid', '')
    : SCHEMA
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
  const deviceKey = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  await sql`insert into settings (name, value)
    values ('epoch', ${crypto.randomUUID()}), ('administrators', ''), ('device-key', ${deviceKey})`.execute(db)
}

/** Changes the tables of version 0.9.0 to those that `up` creates. */
export async function upgradeFrom090(db: QueryExecutorProvider) {
  const upgrade = isPostgres(db) ? `${UPGRADE};${UPGRADE_ON_POSTGRES}` : UPGRADE
  for (const statement of upgrade.split(';')) await sql.raw(statement).execute(db)
}
