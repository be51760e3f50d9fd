import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely'
import { type Change, changeListeners, newWrite, type Write, writing } from './changes.ts'
import { type Body, type Database, isUnable, refuseInsideWrite, unavailable } from './database.ts'
import { cacheStatements } from './kept-statements.ts'
import type { Tables } from './schema.ts'
import { EachRow } from './set-statement.ts'
import { openSlowReads } from './sqlite-slow-reads.ts'

const given = (parameters: readonly unknown[]) => parameters as SQLInputValue[]

/** Runs a statement once, or once for each row of a set. Returns the total number of changed rows. */
function run(statement: StatementSync, parameters: readonly unknown[]) {
  const [first] = parameters
  if (!(first instanceof EachRow)) return statement.run(...given(parameters))
  const results = first.rows.map(row => statement.run(...given(row)))
  return { lastInsertRowid: 0, changes: results.reduce((sum, { changes }) => sum + Number(changes), 0) }
}

/** Returns the rows of a statement, or those of all its runs when it runs once for each row of a set. */
const all = (statement: StatementSync, parameters: readonly unknown[]) => {
  const [first] = parameters
  return first instanceof EachRow ? first.rows.flatMap(row => statement.all(...given(row))) : statement.all(...given(parameters))
}

/** Adapts a statement of `node:sqlite` to Kysely's interface. */
const asStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: parameters => all(statement, parameters),
  run: parameters => run(statement, parameters),
  iterate: parameters => statement.iterate(...given(parameters)),
})

/** Returns a Kysely dialect for `node:sqlite` that caches prepared statements; `check` runs before each statement. */
function dialect(connection: DatabaseSync, check: () => void = () => {}) {
  const prepare = cacheStatements(sql => asStatement(connection.prepare(sql)), 500)
  return new (class extends SqliteDialect {
    override createAdapter() {
      return new (class extends SqliteAdapter {
        // Kysely returns false because of old SQLite versions. With true, a failed migration is rolled back and leaves the old tables.
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
 * Opens the database file and creates it if it is missing. `prepare` migrates the tables before any other connection is opened. The file is
 * in WAL mode with `synchronous = full`: a commit is on the disk before the write resolves.
 */
export async function openSqlite(file: string, prepare: (db: Kysely<Tables>) => Promise<void>): Promise<Database> {
  const connection = new DatabaseSync(file, { timeout: 5_000 })
  // A scan changes single rows on several pages, and SQLite writes each changed page whole: small pages write less. Only takes effect on a
  // new file.
  connection.exec('pragma page_size = 2048')
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  // `keepLogShort` checkpoints the log. SQLite itself would try at every commit while the log is long.
  connection.exec('pragma wal_autocheckpoint = 0')
  await prepare(new Kysely<Tables>({ dialect: dialect(connection) }))

  const reader = new DatabaseSync(file, { timeout: 5_000, readOnly: true })
  const read = new Kysely<Tables>({ dialect: dialect(reader) })
  const slow = openSlowReads(file)
  const changes = changeListeners()
  const group = groupCommit(connection, keepLogShort(connection, slow.between), changes.report)
  return {
    engine: 'sqlite',
    read,
    slowReads: slow.db,
    codeReads: read,
    write: group.write,
    // A SQLite file belongs to one process.
    changes: { subscribe: changes.subscribe, areComplete: () => true },
    async close() {
      await group.idle()
      await read.destroy()
      await slow.db.destroy()
      connection.close()
    },
  }
}

/** The length of the log, in pages (8 MB), at which it is checkpointed. A page that changed often before then is copied only once. */
const LONG_LOG_PAGES = 4_000

/**
 * Returns a function, to be called after each commit, that checkpoints the log once it is long. `between` chooses a moment when no slow
 * read runs: while a reader uses the log, SQLite can neither checkpoint it completely nor restart it.
 */
function keepLogShort(connection: DatabaseSync, between: (act: () => void) => void) {
  const length = connection.prepare('pragma wal_checkpoint(noop)')
  let isDue = false
  let next = LONG_LOG_PAGES
  return () => {
    if (isDue) return
    const frames = Number(length.get()?.log)
    if (frames < LONG_LOG_PAGES) next = LONG_LOG_PAGES
    if (frames < next) return
    isDue = true
    // Another process, such as a backup, may be reading for long: the next attempt waits until the log has grown by the same length again.
    next = frames + LONG_LOG_PAGES
    between(() => {
      isDue = false
      try {
        connection.exec('pragma wal_checkpoint(passive)')
      } catch {
        // The disk is full. Committed data stays in the log; the next write that finds no room fails as unavailable.
      }
    })
  }
}

type Member = { body: Body<unknown>; resolve: (value: unknown) => void; reject: (reason: unknown) => void }
type Outcome = { member: Member; value: unknown; changes: readonly Change[] } | { member: Member; error: unknown }

/**
 * Group commit: the bodies that wait in one turn of the event loop share one transaction, and so one flush to the disk. They run strictly
 * one after another, each in a savepoint of its own (a single body needs none). After the commit their promises settle and their changes are
 * reported.
 */
function groupCommit(connection: DatabaseSync, afterCommit: () => void, report: (changes: readonly Change[]) => void) {
  let waiting: Member[] = []
  let running: Promise<void> | undefined
  let current: Write | undefined
  const [savepoint, release] = [connection.prepare('savepoint member'), connection.prepare('release member')]
  const [begin, commit] = [connection.prepare('begin immediate'), connection.prepare('commit')]

  const trx = new Kysely<Tables>({
    dialect: dialect(connection, () => {
      if (!current || writing.getStore() !== current) throw new Error('a statement outside its own write')
    }),
  })

  /**
   * Runs one body. Statements on `trx` resolve within the current turn of the event loop, so a body that is not done by the next turn has
   * awaited something else: it is rejected.
   */
  async function run(body: Body<unknown>) {
    const write = newWrite()
    current = write
    const late = Promise.withResolvers<never>()
    const turn = setImmediate(() => late.reject(new Error('a write awaited something other than its own transaction')))
    try {
      const value = await Promise.race([writing.run(write, body, trx), late.promise])
      return { value, changes: [...write.changes.values()] }
    } finally {
      clearImmediate(turn)
      current = undefined
    }
  }

  async function runMember(member: Member): Promise<Outcome> {
    savepoint.run()
    try {
      const result = await run(member.body)
      release.run()
      return { member, ...result }
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback to member; release member')
      return { member, error }
    }
  }

  /** Runs the only body of a transaction. It needs no savepoint; for a large set SQLite would write one to a temporary file. */
  async function runAlone(member: Member): Promise<Outcome> {
    try {
      return { member, ...(await run(member.body)) }
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
        // On a full disk SQLite may roll back the whole transaction, including the writes of earlier members, so every member must fail.
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
    report(outcomes.flatMap(outcome => ('error' in outcome ? [] : outcome.changes)))
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
