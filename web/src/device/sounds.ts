export type Sound = 'success' | 'error' | 'warning'

/** One tone: when it starts and how long it lasts, in seconds, and the pitch it moves between, in hertz. */
type Tone = { at: number; lasts: number; from: number; to?: number; shape: OscillatorType }

/** Two quick notes rising; three even beeps; one long low buzz falling: told apart by rhythm alone, and by pitch alone. */
const SOUNDS: Record<Sound, readonly Tone[]> = {
  success: [
    { at: 0, lasts: 0.1, from: 988, shape: 'triangle' },
    { at: 0.11, lasts: 0.26, from: 1480, shape: 'triangle' },
  ],
  warning: [
    { at: 0, lasts: 0.12, from: 640, shape: 'square' },
    { at: 0.2, lasts: 0.12, from: 640, shape: 'square' },
    { at: 0.4, lasts: 0.12, from: 640, shape: 'square' },
  ],
  error: [{ at: 0, lasts: 0.7, from: 260, to: 150, shape: 'sawtooth' }],
}

/** Long enough to swallow the click that a tone makes when it is cut. */
const EDGE = 0.012

/** Milliseconds after which a sound that had to wait is better not heard: it would speak of another guest. */
const TOO_LATE = 500

let context: AudioContext | undefined

/** Browsers keep a page silent until it is touched, and phones silence it again after a call: every tap and key wakes the sound. */
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
  volume.gain.linearRampToValueAtTime(1, start + EDGE)
  volume.gain.setValueAtTime(1, end - EDGE)
  volume.gain.linearRampToValueAtTime(0, end)
  tone.connect(volume).connect(output)
  tone.start(start)
  tone.stop(end)
}

/** Plays one of the three sounds, as loud as the device goes without distortion. Silent while the page was never touched. */
export async function playSound(sound: Sound) {
  if (!context) return
  const asked = performance.now()
  await context.resume()
  if (performance.now() - asked > TOO_LATE) return
  const loud = context.createDynamicsCompressor()
  loud.connect(context.destination)
  for (const tone of SOUNDS[sound]) playTone(tone, loud, context)
}
