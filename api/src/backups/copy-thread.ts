/** The worker thread of `copyDatabase`. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CopyAnswer, CopyJob, DatabaseCopy } from './copy.ts'
import { countRows, findDamage } from './integrity.ts'

/** Tables in which no row is added and deleted again within seconds: the copy's count must lie between the counts before and after it. */
const COMPARED_TABLES = ['users', 'scans']

function copyDatabaseFile({ from, to }: CopyJob): DatabaseCopy {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 30_000 })
  try {
    const before = countRows(source)
    source.prepare('vacuum into ?').run(to)
    const after = countRows(source)
    const rows = checkCopy(to)
    for (const table of COMPARED_TABLES) {
      const count = rows[table] ?? 0
      const [least, most] = [before[table] ?? 0, after[table] ?? 0].sort((one, other) => one - other) as [number, number]
      if (count < least || count > most)
        throw new Error(`the copy has ${count} rows of ${table}, the database had ${before[table]} before and ${after[table]} after`)
    }
    return { rows, bytes: statSync(to).size }
  } finally {
    source.close()
  }
}

function checkCopy(file: string) {
  const copied = new DatabaseSync(file, { readOnly: true })
  try {
    const problem = findDamage(copied)
    if (problem) throw new Error(`the copy is not sound: ${problem}`)
    return countRows(copied)
  } finally {
    copied.close()
  }
}

function runCopyJob(): CopyAnswer {
  try {
    return { copy: copyDatabaseFile(workerData as CopyJob) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.postMessage(runCopyJob())
