export type Sound = 'success' | 'error' | 'warning' | 'vip'

/** One tone of a sound. `at` and `lasts` are its start and duration in seconds; `from` and `to` are its first and last pitch in hertz. */
type Tone = { at: number; lasts: number; from: number; to?: number; shape: OscillatorType }

const SUCCESS_TONES: readonly Tone[] = [
  { at: 0, lasts: 0.1, from: 988, shape: 'triangle' },
  { at: 0.11, lasts: 0.26, from: 1480, shape: 'triangle' },
]

/**
 * The tones of each sound. Success: two short rising notes. Warning: three equal beeps. Error: a long low falling tone. They differ in
 * rhythm and in pitch, so that either suffices to tell them apart.
 */
const TONES_OF_SOUNDS: Record<Sound, readonly Tone[]> = {
  success: SUCCESS_TONES,
  vip: [...SUCCESS_TONES, { at: 0.42, lasts: 0.1, from: 1976, shape: 'triangle' }, { at: 0.53, lasts: 0.4, from: 2637, shape: 'triangle' }],
  warning: [0, 0.2, 0.4].map(at => ({ at, lasts: 0.12, from: 640, shape: 'square' })),
  error: [{ at: 0, lasts: 0.7, from: 260, to: 150, shape: 'sawtooth' }],
}

/** The fade at the beginning and end of a tone, in seconds. It prevents the click of an abrupt end. */
const FADE_SECONDS = 0.012

/** The longest delay (ms) of a sound. A later sound would seem to belong to the next guest, so it is not played. */
const MAX_SOUND_DELAY_MS = 500

let audioContext: AudioContext | undefined

/** Creates or resumes the audio context on every tap and key press: browsers block sound before, and phones suspend it after a call. */
export function resumeSoundOnInput({ signal }: { signal: AbortSignal }) {
  const resumeAudioContext = () => {
    audioContext ??= new AudioContext({ latencyHint: 'interactive' })
    if (audioContext.state !== 'running') audioContext.resume().catch(() => undefined)
  }
  for (const gesture of ['click', 'keydown'] as const) document.addEventListener(gesture, resumeAudioContext, { capture: true, signal })
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

/** Plays a sound as loud as the device can without distortion. Does nothing before the first tap or key press. */
export async function playSound(sound: Sound) {
  if (!audioContext) return
  const requestedAt = performance.now()
  await audioContext.resume()
  if (performance.now() - requestedAt > MAX_SOUND_DELAY_MS) return
  const compressor = audioContext.createDynamicsCompressor()
  compressor.connect(audioContext.destination)
  for (const tone of TONES_OF_SOUNDS[sound]) playTone(tone, compressor, audioContext)
}
