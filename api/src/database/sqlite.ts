import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely'
import { type Body, type Database, isUnable, refuseInsideWrite, unavailable, writing } from './database.ts'
import { keptStatements } from './kept-statements.ts'
import type { Tables } from './schema.ts'
import { EachRow } from './set-statement.ts'
import { openSlowReads } from './sqlite-slow-reads.ts'

const given = (parameters: readonly unknown[]) => parameters as SQLInputValue[]

/** Runs a statement once, or once for each row of a set. Returns how many rows it changed in all. */
function run(statement: StatementSync, parameters: readonly unknown[]) {
  const [first] = parameters
  if (!(first instanceof EachRow)) return statement.run(...given(parameters))
  const results = first.rows.map(row => statement.run(...given(row)))
  return { lastInsertRowid: 0, changes: results.reduce((sum, { changes }) => sum + Number(changes), 0) }
}

/** Reads the rows of a statement, or those for each row of a set. */
const all = (statement: StatementSync, parameters: readonly unknown[]) => {
  const [first] = parameters
  return first instanceof EachRow ? first.rows.flatMap(row => statement.all(...given(row))) : statement.all(...given(parameters))
}

/** A statement of Node's as Kysely calls it. */
const asStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: parameters => all(statement, parameters),
  run: parameters => run(statement, parameters),
  iterate: parameters => statement.iterate(...given(parameters)),
})

/** Node's SQLite as Kysely wants it, with statements prepared once; `check` runs before each. */
function dialect(connection: DatabaseSync, check: () => void = () => {}) {
  const prepare = keptStatements(sql => asStatement(connection.prepare(sql)), 500)
  return new (class extends SqliteDialect {
    override createAdapter() {
      return new (class extends SqliteAdapter {
        // Kysely leaves this off for old versions; here a failed migration must leave the old tables as they were.
        override get supportsTransactionalDdl() {
          return true
        }
      })()
    }
  })({
    database: {
      close: () => connection.close(),
      prepare: sql => {
        check()
        return prepare(sql)
      },
    },
  })
}

/**
 * Opens the file, which is made if it is missing; `prepare` runs first, alone, to bring its tables up to date.
 * WAL, every commit on the disk before it is answered.
 */
export async function openSqlite(file: string, prepare: (db: Kysely<Tables>) => Promise<void>): Promise<Database> {
  const connection = new DatabaseSync(file, { timeout: 5_000 })
  // Small pages: a scan touches a few rows here and there, and each page it touches is written whole. Decided when the file is made.
  connection.exec('pragma page_size = 2048')
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  // The log is worked into the file by `keepLogShort`; not by every commit once it is long.
  connection.exec('pragma wal_autocheckpoint = 0')
  await prepare(new Kysely<Tables>({ dialect: dialect(connection) }))

  const reader = new DatabaseSync(file, { timeout: 5_000, readOnly: true })
  const read = new Kysely<Tables>({ dialect: dialect(reader) })
  const slow = openSlowReads(file)
  const group = groupCommit(connection, keepLogShort(connection, slow.between))
  return {
    engine: 'sqlite',
    read,
    slowReads: slow.db,
    write: group.write,
    async close() {
      await group.idle()
      await read.destroy()
      await slow.db.destroy()
      connection.close()
    },
  }
}

/** 8 MB of log before it is worked into the file, so that pages touched often are worked in once. */
const LONG_LOG = 4_000

/**
 * Works the log into the file when it has grown long, at a moment when nothing is being read: a log that somebody reads in cannot be worked in
 * whole, nor begun again, and every commit would try. `between` finds the moment.
 */
function keepLogShort(connection: DatabaseSync, between: (act: () => void) => void) {
  const length = connection.prepare('pragma wal_checkpoint(noop)')
  let isDue = false
  let next = LONG_LOG
  return () => {
    if (isDue) return
    const frames = Number(length.get()?.log)
    if (frames < LONG_LOG) next = LONG_LOG
    if (frames < next) return
    isDue = true
    // Somebody else may be reading for long, a backup for one: not again before as much has been added.
    next = frames + LONG_LOG
    between(() => {
      isDue = false
      try {
        connection.exec('pragma wal_checkpoint(passive)')
      } catch {
        // A disk without room: what is committed stays in the log, whole. Whoever writes next is told.
      }
    })
  }
}

type Member = { body: Body<unknown>; resolve: (value: unknown) => void; reject: (reason: unknown) => void }
type Outcome = { member: Member; value: unknown } | { member: Member; error: unknown }

/**
 * Group commit: the bodies waiting in one turn of the event loop share one transaction, and so one wait for the disk. They run strictly
 * one after another, each in a savepoint of its own, and are answered after the commit.
 */
function groupCommit(connection: DatabaseSync, afterCommit: () => void) {
  let waiting: Member[] = []
  let running: Promise<void> | undefined
  let current: object | undefined
  const [savepoint, release] = [connection.prepare('savepoint member'), connection.prepare('release member')]
  const [begin, commit] = [connection.prepare('begin immediate'), connection.prepare('commit')]

  const trx = new Kysely<Tables>({
    dialect: dialect(connection, () => {
      if (!current || writing.getStore() !== current) throw new Error('a statement outside its own write')
    }),
  })

  /** Every await of a body is its own `trx`, which answers within the turn; whoever needs another turn waits for something else. */
  async function run(body: Body<unknown>) {
    current = {}
    const late = Promise.withResolvers<never>()
    const turn = setImmediate(() => late.reject(new Error('a write awaited something other than its own transaction')))
    try {
      return await Promise.race([writing.run(current, body, trx), late.promise])
    } finally {
      clearImmediate(turn)
      current = undefined
    }
  }

  async function runMember(member: Member): Promise<Outcome> {
    savepoint.run()
    try {
      const value = await run(member.body)
      release.run()
      return { member, value }
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback to member; release member')
      return { member, error }
    }
  }

  /** Runs a body that has the transaction to itself. It needs no savepoint, which SQLite would keep in a temporary file for a large set. */
  async function runAlone(member: Member): Promise<Outcome> {
    try {
      return { member, value: await run(member.body) }
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback; begin immediate')
      return { member, error }
    }
  }

  async function commitTogether(members: Member[]) {
    const outcomes: Outcome[] = []
    try {
      begin.run()
      for (const member of members) {
        outcomes.push(await (members.length === 1 ? runAlone : runMember)(member))
        // On a full disk SQLite may end the transaction by itself, and with it what earlier members wrote.
        if (!connection.isTransaction) throw (outcomes.at(-1) as { error: unknown }).error
      }
      commit.run()
      afterCommit()
    } catch (cause) {
      if (connection.isTransaction) connection.exec('rollback')
      for (const member of members) member.reject(unavailable(cause))
      return
    }
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.member.reject(isUnable(outcome.error) ? unavailable(outcome.error) : outcome.error)
      else outcome.member.resolve(outcome.value)
    }
  }

  async function drain() {
    while (waiting.length) {
      const members = waiting
      waiting = []
      await commitTogether(members)
      await new Promise(resolve => setImmediate(resolve))
    }
    running = undefined
  }

  return {
    write: <T>(body: Body<T>) => {
      refuseInsideWrite('a write')
      return new Promise<T>((resolve, reject) => {
        waiting.push({ body, resolve: resolve as (value: unknown) => void, reject })
        running ??= new Promise(resolve => setImmediate(resolve)).then(drain)
      })
    },
    idle: () => running ?? Promise.resolve(),
  }
}
