import type { Sound } from './sounds.ts'

/** The sounds with a rhythm of their own. A VIP's is that of any admitted guest. */
type Rhythm = Exclude<Sound, 'vip'>

/** The rhythms of the sounds: milliseconds on, off, on… */
const RHYTHMS: Record<Rhythm, number[]> = {
  success: [60, 50, 120],
  warning: [100, 90, 100, 90, 100],
  error: [600],
}

/** Vibrates in the rhythm of a sound, on devices that can. */
export function vibrate(sound: Rhythm) {
  // Before the first tap or key, browsers refuse to vibrate and log an error.
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(RHYTHMS[sound])
}
