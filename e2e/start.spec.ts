import { execFileSync, spawn } from 'node:child_process'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { SETTINGS_OF_TESTS_ONLY } from './fixtures.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Runs `npm start` on a free port with the data folder `dataDir`. Resolves when the server has printed its URL. */
async function runNpmStart(dataDir: string) {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, ...SETTINGS_OF_TESTS_ONLY, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  const output = { text: '' }
  const url = await new Promise<string>((resolve, reject) => {
    npm.stdout.on('data', chunk => {
      output.text += chunk
      const [address] = parseServerUrls(output.text)
      if (address) resolve(address)
    })
    npm.once('exit', () => reject(new Error(output.text)))
  })
  return { npm, url, output }
}

/** Returns the URLs that the started servers have printed, the latest one last. */
const parseServerUrls = (text: string) => Array.from(text.matchAll(/Hudur is at (http:\S+)\//g), ([, address = '']) => address)

/** Returns the id of the server process that is a descendant of the process `ancestor`. */
function findServerProcessId(ancestor: number) {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap(line => {
      const [, pid, parent, command = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? []
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }]
    })
  const isDescendant = (pid: number): boolean => pid === ancestor || processes.some(one => one.pid === pid && isDescendant(one.parent))
  return processes.find(({ pid, command }) => /node\S* api\/src\/server\.ts$/.test(command) && isDescendant(pid))!.pid
}

const isServerReachable = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

type NpmProcess = Awaited<ReturnType<typeof runNpmStart>>['npm']

const test = base.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  dataDir: async ({}, use) => withTemporaryFolder(use),
})

const STOP_SIGNALS = [
  { signal: 'SIGTERM to npm alone, as a service manager sends it', sendSignal: (npm: NpmProcess) => npm.kill('SIGTERM') },
  // A terminal sends SIGINT to every process of its foreground group.
  { signal: 'Ctrl-C', sendSignal: (npm: NpmProcess) => process.kill(-npm.pid!, 'SIGINT') },
]

for (const { signal, sendSignal } of STOP_SIGNALS) {
  test(`the server of npm start stops responding after ${signal}`, async ({ dataDir }) => {
    const { npm, url } = await runNpmStart(dataDir)
    expect(await isServerReachable(url)).toBe(true)
    sendSignal(npm)
    await expect.poll(() => isServerReachable(url)).toBe(false)
  })
}

test('npm start restarts a killed server after doubling delays', async ({ dataDir }) => {
  const { npm, output } = await runNpmStart(dataDir)
  for (const [times, seconds] of [
    [1, 1],
    [2, 2],
  ] as const) {
    process.kill(findServerProcessId(npm.pid!), 'SIGKILL')
    await expect.poll(() => output.text).toContain(`The server ended (SIGKILL). It starts again in ${seconds} s.`)
    await expect.poll(() => parseServerUrls(output.text).length).toBe(times + 1)
    expect(await isServerReachable(parseServerUrls(output.text).at(-1)!)).toBe(true)
  }
  // A signal during the delay ends npm start.
  process.kill(findServerProcessId(npm.pid!), 'SIGKILL')
  await expect.poll(() => output.text).toContain('It starts again in 4 s.')
  const exit = new Promise(resolve => npm.once('exit', resolve))
  npm.kill('SIGTERM')
  await exit
  await new Promise(resolve => setTimeout(resolve, 5_000))
  expect(parseServerUrls(output.text)).toHaveLength(3)
})

test('npm start exits with status 1 when PORT is invalid', async () => {
  const npm = spawn('npm', ['start'], { cwd: ROOT, env: { ...process.env, ...SETTINGS_OF_TESTS_ONLY, PORT: '99999' } })
  let text = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', chunk => {
      text += chunk
    })
  expect(await new Promise(resolve => npm.once('exit', resolve))).toBe(1)
  expect(text).toContain('PORT is «99999»')
  expect(text).not.toContain('starts again')
})

test('npm start tries again while the database does not answer', async () => {
  const env = { ...process.env, ...SETTINGS_OF_TESTS_ONLY, PORT: '0', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const npm = spawn('npm', ['start'], { cwd: ROOT, env })
  let text = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', chunk => {
      text += chunk
    })
  for (const seconds of [1, 2]) await expect.poll(() => text).toContain(`The server cannot start yet. It tries again in ${seconds} s.`)
  expect(text).toContain('PostgreSQL at 127.0.0.1:1 does not answer (ECONNREFUSED)')
  const exit = new Promise(resolve => npm.once('exit', resolve))
  npm.kill('SIGTERM')
  await exit
})
