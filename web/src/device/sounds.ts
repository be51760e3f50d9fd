export type Sound = 'success' | 'error' | 'warning' | 'vip'

/** One tone: when it starts and how long it lasts, in seconds, and the pitches between which it glides, in hertz. */
type Tone = { at: number; lasts: number; from: number; to?: number; shape: OscillatorType }

const SUCCESS: readonly Tone[] = [
  { at: 0, lasts: 0.1, from: 988, shape: 'triangle' },
  { at: 0.11, lasts: 0.26, from: 1480, shape: 'triangle' },
]

/**
 * Two quick rising notes; three even beeps; one long low falling buzz. Rhythm alone distinguishes them, and so does pitch alone. For a VIP
 * the two rising notes are followed by two higher ones.
 */
const SOUNDS: Record<Sound, readonly Tone[]> = {
  success: SUCCESS,
  vip: [...SUCCESS, { at: 0.42, lasts: 0.1, from: 1976, shape: 'triangle' }, { at: 0.53, lasts: 0.4, from: 2637, shape: 'triangle' }],
  warning: [
    { at: 0, lasts: 0.12, from: 640, shape: 'square' },
    { at: 0.2, lasts: 0.12, from: 640, shape: 'square' },
    { at: 0.4, lasts: 0.12, from: 640, shape: 'square' },
  ],
  error: [{ at: 0, lasts: 0.7, from: 260, to: 150, shape: 'sawtooth' }],
}

/** The fade at both ends of a tone, in seconds: long enough to prevent the click of a tone that is cut off. */
const FADE_SECONDS = 0.012

/** How long (ms) a sound may wait before it is dropped: played later, it would seem to belong to the next guest. */
const MAX_DELAY_MS = 500

let context: AudioContext | undefined

/** Resumes the sound on every tap and key: browsers block it before the first one, and phones suspend it after a phone call. */
export function wakeSoundOnTouch({ signal }: { signal: AbortSignal }) {
  const wake = () => {
    context ??= new AudioContext({ latencyHint: 'interactive' })
    if (context.state !== 'running') context.resume().catch(() => undefined)
  }
  for (const gesture of ['click', 'keydown'] as const) document.addEventListener(gesture, wake, { capture: true, signal })
}

function playTone({ at, lasts, from, to = from, shape }: Tone, output: AudioNode, audio: AudioContext) {
  const start = audio.currentTime + at
  const end = start + lasts
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.type = shape
  tone.frequency.setValueAtTime(from, start)
  tone.frequency.exponentialRampToValueAtTime(to, end)
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(1, start + FADE_SECONDS)
  volume.gain.setValueAtTime(1, end - FADE_SECONDS)
  volume.gain.linearRampToValueAtTime(0, end)
  tone.connect(volume).connect(output)
  tone.start(start)
  tone.stop(end)
}

/** Plays one of the sounds, as loud as the device can without distortion. Does nothing before the first tap or key. */
export async function playSound(sound: Sound) {
  if (!context) return
  const requestedAt = performance.now()
  await context.resume()
  if (performance.now() - requestedAt > MAX_DELAY_MS) return
  const compressor = context.createDynamicsCompressor()
  compressor.connect(context.destination)
  for (const tone of SOUNDS[sound]) playTone(tone, compressor, context)
}
