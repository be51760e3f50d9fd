import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'

const ROOT = path.resolve(import.meta.dirname, '..')

/** `npm start` on a port and a folder of its own, until it says where it is. */
async function start(dataDir: string) {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    npm.stdout.on('data', chunk => {
      said += chunk
      const address = /Hudur is at (http:\S+)\//.exec(said)?.[1]
      if (address) resolve(address)
    })
    npm.once('exit', () => reject(new Error(said)))
  })
  return { npm, url }
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

type Npm = Awaited<ReturnType<typeof start>>['npm']

const endings = [
  { how: 'SIGTERM to npm alone, as a service manager sends it', end: (npm: Npm) => npm.kill('SIGTERM') },
  // A terminal sends it to everybody it has started.
  { how: 'Ctrl-C', end: (npm: Npm) => process.kill(-npm.pid!, 'SIGINT') },
]

for (const { how, end } of endings) {
  test(`what npm start started ends within ten seconds of ${how}`, async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hudur-start-'))
    const { npm, url } = await start(dataDir)
    expect(await answers(url)).toBe(true)
    end(npm)
    await expect.poll(() => answers(url), { timeout: 10_000 }).toBe(false)
    await rm(dataDir, { recursive: true, force: true })
  })
}
