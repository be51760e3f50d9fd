import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import pg from 'pg'
import { DATABASE_FILE } from '../src/database/open.ts'
import { createStorage, type Engine } from './engines.ts'

const readTestInput = (name: string) => readFileSync(path.join(import.meta.dirname, 'version-090', name), 'utf8')

/** A request of a device of version 0.9.0: a call of the upload of its outbox, or of the download that follows. */
type RecordedRequest = { method: string; path: string; headers: Record<string, string>; body?: string }

/** The requests that an account's device and a door link's device of version 0.9.0 sent, in their order, byte for byte. */
export const requestsOf090 = (): RecordedRequest[] => JSON.parse(readTestInput('requests.json'))

/**
 * The figures that version 0.9.0 returned to the host before and after the requests, and the host's account. Two things differ since: the
 * cards show the place of their event, and neither cancelled invitations nor guests who have arrived count as waiting or as unsent.
 */
export const figuresOf090 = (): { userId: string; username: string; password: string; before: object; after: object } =>
  JSON.parse(readTestInput('figures.json'))

/** The IndexedDB database of the account's device before its requests: the rows of its object stores, and those of `meta` by key. */
export const deviceOf090 = (): { meta: Record<string, unknown>; stores: Record<string, unknown[]> } =>
  JSON.parse(readTestInput('device.json'), (_, value) => (value?.base64 ? new Uint8Array(Buffer.from(value.base64, 'base64')) : value))

/** The time shortly after the recorded requests. The devices of the test input use it as their clock. */
export const NOW_OF_090 = new Date('2026-11-28T17:00:10.000Z')

/**
 * Creates storage with a database that version 0.9.0 made: the statements of its schema and its rows, as version 0.9.0 wrote them.
 */
export async function createStorageOf090(engine: Engine) {
  const storage = await createStorage(engine)
  const statements = [readTestInput(`${engine}.sql`), readTestInput('rows.sql')].join(';\n')
  if (storage.databaseUrl === undefined) {
    await mkdir(storage.dataDir, { recursive: true })
    const database = new DatabaseSync(path.join(storage.dataDir, DATABASE_FILE))
    database.exec(statements)
    database.close()
  } else {
    const client = new pg.Client(storage.databaseUrl)
    await client.connect()
    await client.query(statements)
    await client.end()
  }
  return storage
}

/** Returns the host's figures in the form in which they were recorded. */
export async function readFigures(host: Backend<Contract>) {
  return {
    list: await host.invitations.list({}),
    stats: await host.invitations.stats({}),
    events: await host.events.list({}),
    arrivals: await host.checkIn.arrivals({}),
    conflicts: await host.checkIn.conflicts({}),
    designs: await host.invitations.designs({}),
  }
}
