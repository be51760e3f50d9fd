import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { printTable } from './figures.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const GOAL_S = 30

/** Copies the last commit into a folder with `git clone`. */
function cloneRepository(folder: string) {
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', ROOT, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** Runs `npm start` in a folder until it prints the server's URL, then stops it. Returns the time (s). */
async function measureStart(folder: string) {
  const began = performance.now()
  // In the environment of a script that npm runs, npm would install into the folder of that script.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE/.test(name)))
  const npm = spawn('npm', ['start'], { cwd: folder, detached: true, env: { ...env, PORT: '0', DATA_DIR: path.join(folder, 'data') } })
  try {
    return await new Promise<number>((resolve, reject) => {
      let output = ''
      const readOutput = (chunk: Buffer) => {
        output += chunk
        if (/Hudur is at http/.test(output)) resolve((performance.now() - began) / 1_000)
      }
      npm.stdout.on('data', readOutput)
      npm.stderr.on('data', readOutput)
      npm.once('exit', code => reject(new Error(`npm start ended with ${code}: ${output}`)))
    })
  } finally {
    const ended = new Promise(resolve => npm.once('exit', resolve))
    process.kill(-npm.pid!, 'SIGTERM')
    await ended
  }
}

/** Measures `npm start` in a fresh clone, with the packages in npm's cache. The reference is a second start in the same folder. */
export const bench = () =>
  withTemporaryFolder(async folder => {
    cloneRepository(path.join(folder, 'hudur'))
    const first = await measureStart(path.join(folder, 'hudur'))
    const again = await measureStart(path.join(folder, 'hudur'))
    printTable([
      { what: 'from a fresh clone to the address', seconds: first.toFixed(1), goal: GOAL_S },
      { what: 'started again (reference)', seconds: again.toFixed(1), goal: '–' },
    ])
    if (first > GOAL_S) process.exitCode = 1
  })
