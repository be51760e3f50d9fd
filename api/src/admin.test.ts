import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BARE_ENVIRONMENT } from '../testing/process.ts'
import { addAccount, PASSWORD, startServer } from '../testing/server.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open.ts'

let dataDir: string
let db: Database
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-admin-'))
  db = await openDatabase({ databaseUrl: undefined, dataDir })
  server = await startServer(db)
})
afterAll(async () => {
  await server.close()
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs `npm run admin -- …` while the server runs. */
const runAdminCommand = (given: readonly string[], folder = dataDir) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'admin.ts'), ...given], {
    env: { ...BARE_ENVIRONMENT, DATA_DIR: folder },
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  )

test('`admin reset` names the missing file in a folder without a database', async () => {
  const empty = await mkdtemp(path.join(os.tmpdir(), 'hudur-admin-'))
  try {
    const { code, output } = await runAdminCommand(['reset', 'admin'], empty)
    expect(code).toBe(1)
    expect(output).toBe(`There is no database ${path.join(empty, 'hudur.sqlite')}. Name its folder by DATA_DIR.\n`)
    expect(await readdir(empty)).toEqual([])
  } finally {
    await rm(empty, { recursive: true, force: true })
  }
})

test('`admin reset` replaces the password while the server runs', async () => {
  await addAccount(db, { username: 'هناء' })
  await addAccount(db, { username: 'ali' })
  const [user, other] = [server.caller().backend, server.caller().backend]
  await user.accounts.login({ username: 'هناء', password: PASSWORD })
  await other.accounts.login({ username: 'ali', password: PASSWORD })

  const { code, output } = await runAdminCommand(['reset', 'هَناء'])
  expect(code).toBe(0)
  const [, password = ''] = /^The new password of «هناء», shown this once: ([a-z2-9]{14})\n$/.exec(output) ?? []
  expect(await user.accounts.me({})).toBeNull()
  expect(await other.accounts.me({})).not.toBeNull()
  await expect(user.accounts.login({ username: 'هناء', password: PASSWORD })).rejects.toMatchObject({ code: 'wrong-credentials' })
  const back = await user.accounts.login({ username: 'هناء', password })
  expect(back.username).toBe('هناء')
  expect(back.passwordChangedAt! > back.createdAt).toBe(true)
})

test('`admin reset` names the open links, and ends them with --end-links', async () => {
  const host = await server.callerFor(await addAccount(db, { username: 'host' }))
  const { id: eventId } = await host.backend.events.create({ name: 'زفاف', date: '2099-01-14' })
  await host.backend.links.create({ eventId, role: 'live', name: 'شاشة' })
  const reset = async (...more: string[]) => (await runAdminCommand(['reset', 'host', ...more])).output.split('\n')[1]
  expect(await reset()).toBe('Links that are still open: 1. The same command with --end-links ends them.')
  expect(await reset('--end-links')).toBe('Ended links: 1')
  expect(await reset()).toBe('')
})

test.each([
  [['reset', 'nobody'], 'Nobody is called «nobody».\n'],
  [['reset'], 'Say whose password is to be new: npm run admin -- reset NAME [--end-links]\n'],
  [['reset', 'a', 'b'], 'Say whose password is to be new: npm run admin -- reset NAME [--end-links]\n'],
  [['remove', 'ali'], 'Say whose password is to be new: npm run admin -- reset NAME [--end-links]\n'],
])('`admin` with the arguments %j prints one sentence and exits with 1', async (given, output) => {
  expect(await runAdminCommand(given)).toEqual({ code: 1, output })
})
