/**
 * Keeps the screen on until `signal` is aborted, on devices that can. The system releases the lock when the page is hidden, so it is
 * requested again. A request may be refused, for instance when the battery is nearly empty.
 */
export function keepScreenAwake({ signal }: { signal: AbortSignal }) {
  if (!('wakeLock' in navigator)) return
  let lock: WakeLockSentinel | undefined

  async function requestWakeLock() {
    if (document.visibilityState !== 'visible') return
    const newLock = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (signal.aborted) await newLock?.release()
    else lock = newLock
  }

  document.addEventListener('visibilitychange', requestWakeLock, { signal })
  signal.addEventListener('abort', () => void lock?.release(), { once: true })
  void requestWakeLock()
}
