import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { RELEASE } from '@hudur/core'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = globSync('{api,bench,core,deploy,docs,drills,e2e,scripts,web}/**/*.*', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).map(file => `/${file}`)

/**
 * Returns whether a cited path exists. Paths are cited from the root, from the `src` of a workspace, or by their end; `<noun>` and
 * `NNNN-what` stand for any name.
 */
function exists(cited: string) {
  const pattern = `/**/${cited.replace(/<\w+>|NNNN-what/g, '*')}`
  return files.some(file => path.matchesGlob(file, pattern) || path.matchesGlob(file.replace('/src/', '/'), pattern))
}

const DOCS = ['docs/threats.md', 'docs/architecture.md', 'docs/operations.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']

test.each(DOCS)('%s cites only files that exist', doc => {
  const cited = [...read(doc).matchAll(/`([\w.*/<>-]+\.(?:tsx?|mjs|cjs|css|md))`/g)].map(([, file]) => file!)
  expect(cited.filter(file => !exists(file) && !globSync(file, { cwd: root }).length)).toEqual([])
})

test('docs/threats.md cites only drills that exist', () => {
  const cited = [...read('docs/threats.md').matchAll(/drills? ((?:`\w+`(?:, )?)+)/g)].flatMap(([, names]) => names!.match(/\w+/g)!)
  const run = read('drills/run.ts')
  expect(cited.length).toBeGreaterThan(5)
  expect(cited.filter(name => !new RegExp(`^import .*\\b${name}\\b`, 'm').test(run))).toEqual([])
})

test('docs/operations.md says for every table how long its rows are stored', () => {
  const tables = [...read('api/src/database/schema.ts').matchAll(/^ {2}(\w+): \{/gm)].map(([, table]) => table!)
  const rows = /## What is stored, and for how long\n(.*?)\n## /s.exec(read('docs/operations.md'))![1]!.matchAll(/^\| (`.*?) +\|/gm)
  const listed = [...rows].flatMap(([, cell]) => cell!.match(/\w+/g)!)
  expect(tables.length).toBeGreaterThan(15)
  expect(listed.sort()).toEqual(tables.sort())
})

test('the release is the version of every package, and the first of the changelog', () => {
  const packages = ['package.json', ...globSync('{core,api,web,e2e}/package.json', { cwd: root })]
  expect(packages.map(file => [file, JSON.parse(read(file)).version])).toEqual(packages.map(file => [file, RELEASE]))
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(RELEASE)
})
