/**
 * Keeps the screen on until `signal` is aborted, on devices that can. The system releases the lock when the page is hidden, so it is
 * requested again when the page is visible. When the request is refused, for instance because the battery is nearly empty, the screen
 * switches off as usual.
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
