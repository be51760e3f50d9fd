/** `npm run lighthouse`: measures the public page with its splash and a phone's profile. Exits with 1 when a score is below `LEAST`. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from '../build.mjs'
import { findChromium } from '../chromium.mjs'
import { environment, node, root } from '../install.mjs'

const LEAST = 95

// Lighthouse brings 140 MB of packages, so it is a package of its own, which nothing else installs.
const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (status !== 0) process.exit(1)
const { launch } = await import('chrome-launcher')
const { default: lighthouse } = await import('lighthouse')

build()
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'hudur-lighthouse-'))
const server = spawn(node, ['api/src/server.ts'], {
  cwd: root,
  env: { ...environment, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await new Promise((resolve, reject) => {
  let output = ''
  server.stdout.on('data', chunk => {
    output += chunk
    const address = /Hudur is at (http:\S+)\//.exec(output)?.[1]
    if (address) resolve(address)
  })
  server.once('exit', code => reject(new Error(`the server ended with ${code}`)))
})
const chrome = await launch({
  chromePath: findChromium(),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'],
})
try {
  const { lhr } = await lighthouse(`${url}/website`, { port: chrome.port, output: 'json', logLevel: 'error' })
  const scores = Object.values(lhr.categories).map(({ title, score }) => ({ title, score: Math.round((score ?? 0) * 100) }))
  for (const { title, score } of scores) process.stdout.write(`${String(score).padStart(4)}  ${title}\n`)
  for (const name of [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
    'speed-index',
  ])
    process.stdout.write(`      ${lhr.audits[name].title}: ${lhr.audits[name].displayValue}\n`)
  const scripts = lhr.audits['network-requests'].details.items.filter(({ resourceType }) => resourceType === 'Script')
  const bytes = scripts.reduce((sum, { transferSize }) => sum + transferSize, 0)
  process.stdout.write(`      First-load script: ${(bytes / 1024).toFixed(1)} KB over the wire, in ${scripts.length} files\n`)
  for (const { title, score } of scores.filter(({ score }) => score < LEAST))
    process.stdout.write(`${title} is ${score}, below ${LEAST}.\n`)
  for (const audit of Object.values(lhr.audits))
    if (audit.score !== null && audit.score < 0.9)
      process.stdout.write(`      (${audit.score}) ${audit.title} ${audit.displayValue ?? ''}\n`)
  if (scores.some(({ score }) => score < LEAST)) process.exitCode = 1
} finally {
  chrome.kill()
  server.kill('SIGTERM')
  server.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
}
