import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The ticks of a second in `/proc` (USER_HZ), which is the same on all machines. */
const TICKS_PER_SECOND = 100

/** Returns the fields of `/proc/PID/stat` after the name of the program, which may contain spaces; undefined when the process has ended. */
function readFields(id: number) {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
  } catch {
    return undefined
  }
}

const sumOf = (numbers: readonly (number | undefined)[]) => numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0)

/** Returns the processor time (s) of a process, of its present children and of those that have ended. Linux only; elsewhere 0. */
export function processorTimeOf(id: number): number {
  const own = readFields(id)
  if (!own) return 0
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && readFields(Number(name))?.[1] === id)
    .map(name => readFields(Number(name)))
  return sumOf([...own.slice(11, 15), ...children.flatMap(child => child?.slice(11, 13))]) / TICKS_PER_SECOND
}

/** Returns the id of the main process of a PostgreSQL server by its data folder. */
export const postmasterIdOf = (dataFolder: string) => Number(readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
