import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

const SCHEMA = `
alter table invitations add column whatsapp text;
create table whatsapp_messages (
  id text primary key, invitation_id text not null references invitations (id) on delete cascade, kind text not null, code text not null,
  by_id text not null, phone text not null, state text not null, is_latest integer not null, marked_at text,
  tries integer not null, next_try_at text, tried_at text, state_at text not null, message_id text, wa_id text, user_id text,
  error_code integer, error_details text, reason text, told text, told_persons integer, told_table text, created_at text not null
);
create index whatsapp_messages_due on whatsapp_messages (next_try_at, id) where next_try_at is not null;
create index whatsapp_messages_of_invitation on whatsapp_messages (invitation_id, created_at);
create index whatsapp_messages_by_phone on whatsapp_messages (phone, tried_at);
create index whatsapp_messages_by_try on whatsapp_messages (tried_at, phone);
create index whatsapp_messages_by_message on whatsapp_messages (message_id) where message_id is not null;
create index whatsapp_messages_by_wa_id on whatsapp_messages (wa_id) where wa_id is not null;
create index whatsapp_messages_by_user on whatsapp_messages (user_id) where user_id is not null;
create index whatsapp_messages_in_flight on whatsapp_messages (tried_at) where state = 'sending';
create table whatsapp_received (id text primary key, at text not null);
create table whatsapp_stops (who text primary key, at text not null);
create table whatsapp_plans (
  event_id text primary key references events (id) on delete cascade, by_id text not null, remind_days integer, remind_at text,
  reminded_at text, thank_at text, thanked_at text, changed_at text not null
)`

/** Adds the queue of WhatsApp messages, what people answered and stopped, the plans of events, and the state of each invitation's message. */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const schema = isPostgres ? SCHEMA.replaceAll(/\btext\b/g, 'text collate "C"') : SCHEMA
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
}
