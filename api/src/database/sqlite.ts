import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely'
import { type Change, createChangeListeners, currentWriteStorage, type RecordedChanges } from './changes.ts'
import { type Database, isDatabaseUnavailable, throwIfInsideWrite, unavailableRefusal, type WriteBody } from './database.ts'
import { rowConverterFor } from './row-converter.ts'
import { RowwiseParameters } from './row-set-statement.ts'
import type { Tables } from './schema.ts'
import { prepareArrayStatement } from './sqlite-rows.ts'
import { openSlowReads } from './sqlite-slow-reads.ts'
import { createStatementCache } from './statement-cache.ts'

const asSqlValues = (parameters: readonly unknown[]) => parameters as SQLInputValue[]

/** Executes a statement once, or once for each row of a set. Returns the total number of changed rows. */
function runStatement(statement: StatementSync, parameters: readonly unknown[]) {
  const [first] = parameters
  if (!(first instanceof RowwiseParameters)) return statement.run(...asSqlValues(parameters))
  const results = first.rows.map(row => statement.run(...asSqlValues(row)))
  return { lastInsertRowid: 0, changes: results.reduce((sum, { changes }) => sum + Number(changes), 0) }
}

/** Prepares a statement with Kysely's interface. It runs once, or once for each row of a set. */
function prepareForKysely(connection: DatabaseSync, sql: string): SqliteStatement {
  const { statement, names, readRows } = prepareArrayStatement(connection, sql)
  const toRow = rowConverterFor(names)

  function all(parameters: readonly unknown[]) {
    const [first] = parameters
    return (first instanceof RowwiseParameters ? first.rows.flatMap(readRows) : readRows(parameters)).map(toRow)
  }

  return {
    reader: names.length > 0,
    all,
    run: parameters => runStatement(statement, parameters),
    iterate() {
      throw new Error('a statement answers whole')
    },
  }
}

/** The statement for a rollback that SQLite has already made: it does nothing. */
const EMPTY_STATEMENT: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
}

/** Returns a Kysely dialect for `node:sqlite` that caches prepared statements; `check` runs before each statement. */
function createDialect(connection: DatabaseSync, check: () => void = () => {}) {
  const prepare = createStatementCache(sql => prepareForKysely(connection, sql), 500)
  return new (class extends SqliteDialect {
    override createAdapter() {
      return new (class extends SqliteAdapter {
        // Kysely returns false because of old SQLite versions. With true, a failed migration is rolled back completely.
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
        // After an error such as a full disk SQLite has already rolled back the transaction. Kysely's own rollback would then fail and hide
        // the first error.
        return sql === 'rollback' && !connection.isTransaction ? EMPTY_STATEMENT : prepare(sql)
      },
    },
  })
}

/**
 * The pages (KB) that the writing connection keeps in memory. With the default of 2,000 KB, a scan takes 4 % more processor time, because
 * the index of the scans of an invitation is read and changed in a random order.
 */
const CACHE_KB = 16_000

/**
 * Opens the database file and creates it if it is missing. `prepare` migrates the tables before any other connection is opened. The file is
 * in WAL mode with `synchronous = full`: a commit is on the disk before the write resolves.
 */
export async function openSqlite(file: string, prepare: (db: Kysely<Tables>) => Promise<void>): Promise<Database> {
  const connection = new DatabaseSync(file, { timeout: 5_000 })
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  connection.exec(`pragma cache_size = -${CACHE_KB}`)
  // Turns off the checkpoints of SQLite, which would be tried at every commit while the log is long. `createWalCheckpointer` checkpoints
  // the log instead.
  connection.exec('pragma wal_autocheckpoint = 0')
  await prepare(new Kysely<Tables>({ dialect: createDialect(connection) }))

  const reader = new DatabaseSync(file, { timeout: 5_000, readOnly: true })
  const read = new Kysely<Tables>({ dialect: createDialect(reader) })
  const slow = openSlowReads(file)
  const changes = createChangeListeners()
  const group = createGroupCommit(connection, createWalCheckpointer(connection, slow.between), changes.report)
  return {
    engine: 'sqlite',
    read,
    slowReads: slow.db,
    codeReads: read,
    write: group.write,
    // Only this process uses the SQLite file, so there are no changes of other processes.
    changes: { subscribe: changes.subscribe, areComplete: () => true },
    async close() {
      await group.idle()
      await read.destroy()
      await slow.db.destroy()
      connection.close()
    },
  }
}

/** The length of the log (pages) at which it is checkpointed: 16 MB. A page that changed many times is then copied once. */
const CHECKPOINT_LOG_PAGES = 4_000

/**
 * Returns a function, to be called after each commit, that checkpoints the write-ahead log once it is long. `between` calls it while no
 * slow read runs, because SQLite can neither checkpoint the log completely nor restart it while a reader uses it.
 */
function createWalCheckpointer(connection: DatabaseSync, between: (act: () => void) => void) {
  const length = connection.prepare('pragma wal_checkpoint(noop)')
  let isDue = false
  let next = CHECKPOINT_LOG_PAGES
  return () => {
    if (isDue) return
    const frames = Number(length.get()?.log)
    if (frames < CHECKPOINT_LOG_PAGES) next = CHECKPOINT_LOG_PAGES
    if (frames < next) return
    isDue = true
    // Another process, such as a backup, may read for a long time and prevent the checkpoint. The next attempt waits until the log has
    // grown by the same length again.
    next = frames + CHECKPOINT_LOG_PAGES
    between(() => {
      isDue = false
      try {
        connection.exec('pragma wal_checkpoint(passive)')
      } catch {
        // The disk is full. Committed data stays in the log. The next write that finds no space fails as unavailable.
      }
    })
  }
}

type WaitingWrite = { body: WriteBody<unknown>; resolve: (value: unknown) => void; reject: (reason: unknown) => void }
type WriteOutcome = { member: WaitingWrite; value: unknown; changes: readonly Change[] } | { member: WaitingWrite; error: unknown }

/**
 * Creates the group commit: all bodies that wait in one turn of the event loop share one transaction, and so one flush to the disk. They
 * run strictly one after another, each in a savepoint of its own (a single body needs none). After the commit their promises settle and
 * their changes are reported.
 */
function createGroupCommit(connection: DatabaseSync, afterCommit: () => void, report: (changes: readonly Change[]) => void) {
  let waiting: WaitingWrite[] = []
  let running: Promise<void> | undefined
  let current: RecordedChanges | undefined
  const [savepoint, release] = [connection.prepare('savepoint member'), connection.prepare('release member')]
  const [begin, commit] = [connection.prepare('begin immediate'), connection.prepare('commit')]

  const trx = new Kysely<Tables>({
    dialect: createDialect(connection, () => {
      if (!current || currentWriteStorage.getStore() !== current) throw new Error('a statement outside its own write')
    }),
  })

  /** Runs a body. Its statements resolve in the current turn; a body that is late has awaited something else and is rejected. */
  async function runBody(body: WriteBody<unknown>) {
    const changes: RecordedChanges = new Map()
    current = changes
    const late = Promise.withResolvers<never>()
    const turn = setImmediate(() => late.reject(new Error('a write awaited something other than its own transaction')))
    try {
      const value = await Promise.race([currentWriteStorage.run(changes, body, trx), late.promise])
      return { value, changes: [...changes.values()] }
    } finally {
      clearImmediate(turn)
      current = undefined
    }
  }

  async function runInSavepoint(member: WaitingWrite): Promise<WriteOutcome> {
    savepoint.run()
    try {
      const result = await runBody(member.body)
      release.run()
      return { member, ...result }
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback to member; release member')
      return { member, error }
    }
  }

  /** Runs the only body of a transaction without a savepoint. For a large write SQLite would write the savepoint to a temporary file. */
  async function runWithoutSavepoint(member: WaitingWrite): Promise<WriteOutcome> {
    try {
      return { member, ...(await runBody(member.body)) }
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback; begin immediate')
      return { member, error }
    }
  }

  async function commitGroup(members: WaitingWrite[]) {
    const outcomes: WriteOutcome[] = []
    try {
      begin.run()
      for (const member of members) {
        outcomes.push(await (members.length === 1 ? runWithoutSavepoint : runInSavepoint)(member))
        // On a full disk SQLite may roll back the whole transaction, including the earlier writes of the batch, so every write of the batch
        // must fail.
        if (!connection.isTransaction) throw (outcomes.at(-1) as { error: unknown }).error
      }
      commit.run()
      afterCommit()
    } catch (cause) {
      if (connection.isTransaction) connection.exec('rollback')
      for (const member of members) member.reject(unavailableRefusal(cause))
      return
    }
    for (const outcome of outcomes) {
      if ('error' in outcome)
        outcome.member.reject(isDatabaseUnavailable(outcome.error) ? unavailableRefusal(outcome.error) : outcome.error)
      else outcome.member.resolve(outcome.value)
    }
    report(outcomes.flatMap(outcome => ('error' in outcome ? [] : outcome.changes)))
  }

  async function commitWaitingWrites() {
    while (waiting.length) {
      const members = waiting
      waiting = []
      await commitGroup(members)
      await new Promise(resolve => setImmediate(resolve))
    }
    running = undefined
  }

  return {
    write: <T>(body: WriteBody<T>) => {
      throwIfInsideWrite('a write')
      return new Promise<T>((resolve, reject) => {
        waiting.push({ body, resolve: resolve as (value: unknown) => void, reject })
        running ??= new Promise(resolve => setImmediate(resolve)).then(commitWaitingWrites)
      })
    },
    idle: () => running ?? Promise.resolve(),
  }
}
