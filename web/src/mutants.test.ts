import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const projectRoot = path.join(import.meta.dirname, '../..')

type Fault = { name: string; file: string; from: string; tests: string }

test('each planted fault replaces a text that occurs once in its file', () => {
  const faults: Fault[] = JSON.parse(readFileSync(path.join(projectRoot, 'scripts/mutants.json'), 'utf8'))
  expect(faults.length).toBeGreaterThan(50)
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  const isApplicable = ({ file, from, tests }: Fault) =>
    readFileSync(path.join(projectRoot, file), 'utf8').split(from).length === 2 && existsSync(path.join(projectRoot, tests))
  expect(faults.filter(fault => !isApplicable(fault)).map(({ name }) => name)).toEqual([])
})
