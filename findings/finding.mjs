/** What the scripts of this folder share. It imports nothing of the product. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'

/** Installs one version of a public package in a temporary folder, which is deleted at the end of the process, and loads it. */
export function installAndRequire(name, version) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'finding-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${name}@${version} could not be installed`)
  return createRequire(path.join(folder, 'package.json'))(name)
}

/** Prints each output beside the one that was seen when the finding was written. Exits with 1 when one of them has changed. */
export function report(outputs) {
  for (const [what, { seen, expected }] of Object.entries(outputs)) {
    process.stdout.write(`${seen === expected ? 'unchanged' : 'CHANGED'}  ${what}: ${JSON.stringify(seen)}\n`)
    if (seen !== expected) {
      process.stdout.write(`           when it was written: ${JSON.stringify(expected)}\n`)
      process.exitCode = 1
    }
  }
}
