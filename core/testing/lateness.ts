/** The interval (ms) of the timers whose lateness is measured. */
export const TIMER_MS = 50

/**
 * Measures how late timers of this process are (ms): what it does takes longer than it seems where the process is busy. `end` returns the worst
 * lateness.
 */
export function measureLateness() {
  let worst = 0
  let due = performance.now() + TIMER_MS
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - due)
    due = performance.now() + TIMER_MS
  }, TIMER_MS)
  return {
    end() {
      clearInterval(timer)
      return worst
    },
  }
}
