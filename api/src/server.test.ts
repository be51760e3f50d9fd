import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTables } from '../testing/snapshot.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-start-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const launch = (env: Record<string, string>) =>
  spawn(process.execPath, ['api/src/server.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', ...env },
  })

/** Starts the server with this environment and stops it once it listens. Returns its output and its exit code. */
const start = (env: Record<string, string>) =>
  new Promise<{ said: string; code: number | null }>(resolve => {
    const server = launch(env)
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk
      if (/Hudur is at .*\n(?:.*\n)*\n/.test(said)) server.kill('SIGTERM')
    }
    server.stdout.on('data', listen)
    server.stderr.on('data', listen)
    server.on('exit', code => resolve({ said, code }))
  })

const occupy = () =>
  new Promise<{ server: Server; port: string }>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () =>
      resolve({ server, port: String((server.address() as { port: number }).port) }),
    )
  })

test('the first start prints the administrator and the password; the second start does not', async () => {
  const first = await start({})
  expect(first.code).toBe(0)
  expect(first.said).toMatch(/The first administrator is «admin»\.\n {2}Password, shown this once: [a-z2-9]{14}\n/)
  const tables = openTables(dataDir)
  expect(tables.prepare('select password_hash from users').get()).toEqual({
    password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
  })
  tables.close()
  const second = await start({})
  expect(second.said).toContain('Hudur is at http://127.0.0.1:')
  expect(second.said).not.toContain('Password')
})

test('the administrator can sign in with the first request that is answered', async () => {
  const { server: probe, port } = await occupy()
  await new Promise(resolve => probe.close(resolve))
  const started = launch({ PORT: port, ADMIN_PASSWORD: 'chosen-by-owner' })
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

test('a second process on the same data folder prints one sentence and exits with code 1', async () => {
  const { holdFolder } = await import('./database/folder-lock.ts')
  const release = holdFolder(dataDir)
  const second = await start({})
  expect(second).toEqual({
    said: `Another Hudur runs on ${dataDir}: one process a data folder. Stop it first, or name another folder by DATA_DIR.\n`,
    code: 1,
  })
  release()
  expect((await start({})).said).toContain('Hudur is at')
})

test('a port in use ends the start with one sentence, and the first password is printed', async () => {
  const { server, port } = await occupy()
  const first = await start({ PORT: port })
  expect(first.code).toBe(1)
  expect(first.said).toContain(`Port ${port} on 127.0.0.1 cannot be had: name another by PORT.`)
  expect(first.said).toMatch(/Password, shown this once: [a-z2-9]{14}\n/)
  await new Promise(resolve => server.close(resolve))
  expect((await start({})).said).not.toContain('Password')
})

test('a wrong setting stops the start with one sentence', async () => {
  const { said, code } = await start({ PORT: '99999' })
  expect(code).toBe(1)
  expect(said).toBe('PORT is «99999», but it must be a port number, 0 to 65535.\n')
})

test.each([
  ['{ half', /^site\.json in DATA_DIR is not JSON: .+\.$/],
  ['{"claims": {}}', /^site\.json in DATA_DIR is wrong at «claims\.events»: يرجى ملء جميع الحقول المطلوبة\.$/],
])('a site.json with the content %s stops the start with one sentence', async (written, sentence) => {
  await writeFile(path.join(dataDir, 'site.json'), written)
  const { said, code } = await start({})
  expect(code).toBe(1)
  expect(said.trim()).toMatch(sentence)
})

test('a database that does not answer stops the start with one sentence', async () => {
  const { said, code } = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(code).toBe(1)
  expect(said).toMatch(/^The database cannot be used\.\n.*ECONNREFUSED/)
})

/**
 * Starts the server with a module that throws `error` on SIGUSR2. Returns the process, its URL, its output so far and a promise of its end.
 */
async function startThrowing(error: string) {
  const throwing = `data:text/javascript,process.on('SIGUSR2', () => setTimeout(() => { throw ${error} }))`
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', NODE_OPTIONS: `--import="${throwing}"` }
  const server = spawn(process.execPath, ['api/src/server.ts'], { env })
  const seen = { said: '', code: undefined as number | null | undefined }
  const url = await new Promise<string>(resolve => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', chunk => {
        seen.said += chunk
        const address = /Hudur is at (http:\S+)\//.exec(seen.said)?.[1]
        if (address) resolve(address)
      })
  })
  const ended = new Promise<void>(resolve =>
    server.on('exit', code => {
      seen.code = code
      resolve()
    }),
  )
  return { server, seen, url, ended }
}

test('an uncaught error of the operating system is logged, and the server continues', async () => {
  const { server, seen, url, ended } = await startThrowing("Object.assign(new Error('no descriptor left'), { code: 'EMFILE' })")
  server.kill('SIGUSR2')
  await expect.poll(() => seen.said, { timeout: 20_000 }).toContain('no descriptor left')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(seen.code).toBeUndefined()
  server.kill('SIGTERM')
  await ended
  expect(seen.code).toBe(0)
})

test('any other uncaught error is logged and ends the process with exit code 70', async () => {
  const { server, seen, ended } = await startThrowing("new Error('a mistake')")
  server.kill('SIGUSR2')
  await ended
  expect(seen.said).toMatch(/"level":60,.*a mistake/)
  expect(seen.code).toBe(70)
})
