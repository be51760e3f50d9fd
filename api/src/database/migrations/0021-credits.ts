import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

const SCHEMA = `
create table credits (
  id text primary key, user_id text not null references users (id) on delete cascade, at text not null, by_id text, kind text not null,
  amount integer not null, reason text not null, order_id text, request_id text
);
create index credits_of_user on credits (user_id, at desc, id desc)`

/** Creates the ledger of credits, and opens it for every account with its quota and with what the account has used. */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const schema = isPostgres ? SCHEMA.replaceAll(/\btext\b/g, 'text collate "C"') : SCHEMA
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
  const at = new Date().toISOString()
  await sql`insert into credits (id, user_id, at, kind, amount, reason)
    select 'limit-' || id, id, ${sql.lit(at)}, 'opening', generation_limit, 'الرصيد عند بدء السجل' from users`.execute(db)
  await sql`insert into credits (id, user_id, at, kind, amount, reason)
    select 'used-' || id, id, ${sql.lit(at)}, 'charge', -used_generations, 'ما استُعمل قبل بدء السجل' from users
    where used_generations <> 0`.execute(db)
}
