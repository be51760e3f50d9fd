import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BARE_ENVIRONMENT } from '../../testing/process.ts'

/** Runs `check-setup` in an empty data folder with this environment. */
async function runCheckSetup(env: Record<string, string>) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-check-'))
  const child = spawn(process.execPath, ['api/src/setup/command.ts'], { env: { ...BARE_ENVIRONMENT, DATA_DIR: folder, PORT: '1', ...env } })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  const code = await new Promise<number | null>(resolve => child.on('exit', resolve))
  await rm(folder, { recursive: true, force: true })
  return { code, output }
}

test('check-setup exits with code 1 when one of its findings is a fault', async () => {
  const [fine, faulty, wrong] = await Promise.all([
    runCheckSetup({}),
    runCheckSetup({ PUBLIC_URL: 'https://127.0.0.1:1/' }),
    runCheckSetup({ PORT: 'door' }),
  ])
  expect(fine.code).toBe(0)
  expect(fine.output).toMatch(/! https +PUBLIC_URL is not an https address/)
  // A disk that is slow at the moment gets a warning.
  expect(fine.output).toMatch(/[✓!] disk +[\d.]+ GB of/)
  expect(fine.output).toMatch(/\n0 faults, \d+ warnings\.\n$/)
  expect(faulty.code).toBe(1)
  expect(faulty.output).toMatch(/✗ https +https:\/\/127\.0\.0\.1:1\/ cannot be opened from this machine/)
  expect(wrong.code).toBe(1)
  expect(wrong.output).toMatch(/✗ settings +.*PORT/)
})
