import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BARE_ENVIRONMENT } from '../testing/process.ts'
import { openSqliteDatabase } from '../testing/snapshot.ts'
import { makeBackup } from './backups/backups.ts'
import { openDatabase } from './database/open.ts'
import { readEpoch } from './installation/epoch.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-start-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const spawnServer = (env: Record<string, string>) =>
  spawn(process.execPath, ['api/src/server.ts'], {
    env: { ...BARE_ENVIRONMENT, DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', ...env },
  })

/** Starts the server with this environment and stops it once it listens. Returns its output and its exit code. */
const startAndStopServer = (env: Record<string, string>) =>
  new Promise<{ output: string; code: number | null }>(resolve => {
    const server = spawnServer(env)
    let output = ''
    const collectOutput = (chunk: Buffer) => {
      output += chunk
      if (/Hudur is at .*\n/.test(output)) server.kill('SIGTERM')
    }
    server.stdout.on('data', collectOutput)
    server.stderr.on('data', collectOutput)
    server.on('exit', code => resolve({ output, code }))
  })

/** Creates the database of the data folder, which takes less time than a start of the server. */
const createDatabase = async () => (await openDatabase({ databaseUrl: undefined, dataDir })).close()

/** Calls `use` with the epochs of the database of the data folder. */
async function useEpochs<T>(use: (epochs: Awaited<ReturnType<typeof readEpoch>>) => T | Promise<T>) {
  const db = await openDatabase({ databaseUrl: undefined, dataDir })
  const result = await use(await readEpoch(db.read))
  await db.close()
  return result
}

/** Returns the messages of the output. Throws when a line is not JSON. */
const messagesOf = ({ output }: { output: string }) =>
  output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).msg as string)

/**
 * Listens on a free port below 32,768. The system gives the servers of other tests ports above that number, so none of them takes this
 * port.
 */
const occupyPort = () =>
  new Promise<{ server: Server; port: string }>(resolve => {
    const port = randomInt(10_000, 32_768)
    const server = createServer()
    server.on('error', () => resolve(occupyPort()))
    server.listen(port, '127.0.0.1', () => resolve({ server, port: String(port) }))
  })

/** The id of an operating-system user without rights. */
const NOBODY = 65_534

test('only the first start prints the administrator’s password', async () => {
  const first = await startAndStopServer({})
  expect(first.code).toBe(0)
  expect(first.output).toMatch(/The first administrator is «admin»\. Password, shown this once: [a-z2-9]{14}"/)
  const tables = openSqliteDatabase(dataDir)
  expect(tables.prepare('select password_hash from users').get()).toEqual({
    password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
  })
  tables.close()

  const { lockFolder } = await import('./database/folder-lock.ts')
  const release = lockFolder(dataDir)
  const refused = await startAndStopServer({})
  expect(refused.code).toBe(1)
  expect(messagesOf(refused)).toEqual([
    `Another Hudur runs on ${dataDir}: one process a data folder. Stop it first, or name another folder by DATA_DIR.`,
  ])
  release()

  const epoch = await useEpochs(epochs => epochs.epoch)
  const second = await startAndStopServer({})
  expect(await useEpochs(epochs => epochs.isValid(epoch)), 'devices keep their replicas after a clean stop').toBe(true)
  expect(await useEpochs(epochs => epochs.epoch)).not.toBe(epoch)
  expect(messagesOf(second)).toEqual([expect.stringContaining('Hudur is at http://127.0.0.1:')])
  expect(second.output).not.toContain('Password')
  // The folder of the test exists before the first start, as one that was made by hand does.
  for (const file of (await readdir(dataDir, { withFileTypes: true })).filter(entry => entry.isFile()))
    expect([file.name, (await stat(path.join(dataDir, file.name))).mode & 0o077]).toEqual([file.name, 0])
})

test('a start fails with one sentence if DATA_DIR cannot be created', async () => {
  const file = path.join(dataDir, 'file')
  await writeFile(file, '')
  const refused = await startAndStopServer({ DATA_DIR: path.join(file, 'data') })
  expect(refused.code).toBe(1)
  expect(messagesOf(refused)).toEqual([
    expect.stringMatching(/^The data folder .+file\/data cannot be used \(ENOTDIR.+\)\. .+ or name another folder by DATA_DIR\.$/),
  ])
})

// Windows has no users and file modes of this kind.
test.skipIf(process.platform === 'win32')('lockFolder refuses a folder whose lock file the user cannot write', async () => {
  const { lockFolder } = await import('./database/folder-lock.ts')
  await chmod(dataDir, 0o777)
  await writeFile(path.join(dataDir, 'hudur.lock'), '', { mode: 0o444 })
  // The administrator of the machine may write every file, so another user tries.
  const user = process.geteuid?.() ?? 0
  if (user === 0) process.seteuid?.(NOBODY)
  try {
    expect(() => lockFolder(dataDir)).toThrow(/^The data folder .+ cannot be used \(EACCES: permission denied/)
  } finally {
    process.seteuid?.(user)
  }
})

test('the first administrator can sign in at the server’s first response', async () => {
  const { server: probe, port } = await occupyPort()
  await new Promise(resolve => probe.close(resolve))
  const started = spawnServer({ PORT: port, ADMIN_PASSWORD: 'chosen-by-owner' })
  const signIn = () =>
    fetch(`http://127.0.0.1:${port}/api/auth/login.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'chosen-by-owner' }),
    }).catch(() => undefined)
  let answer = await signIn()
  for (; !answer; answer = await signIn()) await new Promise(resolve => setTimeout(resolve, 5))
  started.kill('SIGTERM')
  await new Promise(resolve => started.on('exit', resolve))
  expect(answer.status).toBe(200)
})

test('a start on a port in use exits with code 1 and one sentence', async () => {
  const { server, port } = await occupyPort()
  const first = await startAndStopServer({ PORT: port })
  expect(first.code).toBe(1)
  expect(first.output).toContain(`Port ${port} on 127.0.0.1 cannot be had: name another by PORT.`)
  expect(first.output).toMatch(/Password, shown this once: [a-z2-9]{14}"/)
  const tables = openSqliteDatabase(dataDir)
  expect(tables.prepare('select username from users').all(), 'the next start finds this administrator').toEqual([{ username: 'admin' }])
  tables.close()
  await new Promise(resolve => server.close(resolve))
})

test('the server exits with status 1 when site.json is not valid JSON', async () => {
  await writeFile(path.join(dataDir, 'site.json'), '{ half')
  const refused = await startAndStopServer({})
  expect(refused.code).toBe(1)
  expect(messagesOf(refused)).toEqual([expect.stringMatching(/^site\.json in DATA_DIR is not JSON: .+\.$/)])
})

test('the server exits with status 75 when the database does not answer', async () => {
  const refused = await startAndStopServer({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' })
  expect(refused.code).toBe(75)
  expect(messagesOf(refused)).toEqual(['PostgreSQL at 127.0.0.1:1 does not answer (ECONNREFUSED). Start it, or correct DATABASE_URL.'])
})

test('the server exits with status 1 and names a damaged file and its newest backup', async () => {
  await createDatabase()
  await makeBackup(dataDir, new Date('2026-11-21T18:00:00Z'), undefined)
  const file = path.join(dataDir, 'hudur.sqlite')
  await writeFile(file, Buffer.alloc(8_192, 'x'))
  const refused = await startAndStopServer({})
  expect(refused.code).toBe(1)
  expect(messagesOf(refused)).toEqual([
    `${file} is damaged (file is not a database). Put back the newest backup: npm run restore -- hudur-2026-11-21T18-00-00Z.sqlite`,
  ])
})

test('the server exits with status 1 and names the file of a newer version', async () => {
  await createDatabase()
  const tables = openSqliteDatabase(dataDir)
  tables.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '2030')")
  tables.close()
  const refused = await startAndStopServer({})
  expect(refused.code).toBe(1)
  expect(messagesOf(refused)).toEqual([
    `${path.join(dataDir, 'hudur.sqlite')} was made by a newer Hudur (9999-later). Install that one, or put back a backup of this one.`,
  ])
})

/** A module that throws an error of the operating system at the first SIGUSR2 and another error at the second. */
const THROWING_MODULE = `
  const errors = [Object.assign(new Error('no descriptor left'), { code: 'EMFILE' }), new Error('a mistake')]
  process.on('SIGUSR2', () => setTimeout(() => { throw errors.shift() }))`

test('the server survives only uncaught errors of the operating system', async () => {
  const server = spawnServer({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(THROWING_MODULE)}` })
  let output = ''
  const collectOutput = (chunk: Buffer) => {
    output += chunk
  }
  server.stdout.on('data', collectOutput)
  server.stderr.on('data', collectOutput)
  const exitCode = new Promise<number | null>(resolve => server.on('exit', resolve))
  const address = /Hudur is at (http:\S+)\//
  await expect.poll(() => output).toMatch(address)
  server.kill('SIGUSR2')
  await expect.poll(() => output).toContain('no descriptor left')
  expect((await fetch(`${address.exec(output)![1]}/healthz`)).status).toBe(200)
  server.kill('SIGUSR2')
  expect(await exitCode).toBe(70)
  expect(output).toMatch(/"level":60,.*a mistake/)
})

test('a server in a terminal prints plain lines instead of JSON', async () => {
  // `script` runs a program in a terminal of its own.
  const command = `${process.execPath} api/src/server.ts`
  const server = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...BARE_ENVIRONMENT, DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', HOST: '0.0.0.0' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  server.stdout.on('data', chunk => {
    output += chunk
  })
  await expect.poll(() => output).toContain('Settings are in hudur.env')
  server.kill('SIGTERM')
  await new Promise(resolve => server.on('exit', resolve))
  expect(output).toMatch(/Password, shown this once: [a-z2-9]{14}/)
  expect(output).toContain('PUBLIC_URL is not an https address')
  expect(output).toContain('SMTP_URL is not set')
  expect(output).toMatch(/!.* \d\d:\d\d:\d\d {2}RATE_LIMIT is off, and 0\.0\.0\.0 is open to others/)
  expect(output).not.toContain('"level"')
})
