import type { Sound } from './sounds.ts'

/** Milliseconds on, off, on…: the rhythms of the three sounds. */
const RHYTHMS: Record<Sound, number[]> = {
  success: [60, 50, 120],
  warning: [100, 90, 100, 90, 100],
  error: [600],
}

/** Vibrates in the rhythm of a sound, on devices that can. */
export function vibrate(sound: Sound) {
  // Before the first touch browsers refuse, and complain in the console.
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(RHYTHMS[sound])
}
