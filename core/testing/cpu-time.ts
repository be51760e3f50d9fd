import process from 'node:process'

/** Returns the CPU time (ms) that `work` takes on this thread. Other work on the machine does not change it. */
export function cpuTimeOf(work: () => void) {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
