import type { Sound } from './sounds.ts'

/** The sounds with a vibration pattern. A VIP has the pattern `success`. */
type Rhythm = Exclude<Sound, 'vip'>

/** The vibration patterns: milliseconds of vibration and pause in turn. */
const VIBRATION_PATTERNS: Record<Rhythm, number[]> = {
  success: [60, 50, 120],
  warning: [100, 90, 100, 90, 100],
  error: [600],
}

export function vibrate(sound: Rhythm) {
  // Browsers refuse to vibrate before the first tap or key press, and log an error.
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(VIBRATION_PATTERNS[sound])
}
