import { setTimeout as pause } from 'node:timers/promises'

/** Waits until `isReached` returns true. Throws an `Error` that names `condition` after `timeoutMs`, by default 30 s. */
export async function waitUntil(condition: string, isReached: () => boolean | Promise<boolean>, timeoutMs = 30_000) {
  const end = Date.now() + timeoutMs
  while (!(await isReached())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${condition}`)
    await pause(20)
  }
}
