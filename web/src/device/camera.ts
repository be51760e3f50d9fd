import { abilitiesOf, type CameraAbilities } from './camera-abilities.ts'

/** Why the camera shows no video: permission denied, no camera, a page without https, camera lost while in use, any other error. */
export type CameraProblem = 'denied' | 'missing' | 'insecure' | 'lost' | 'failed'

export class CameraError extends Error {
  readonly problem: CameraProblem

  constructor(problem: CameraProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

export type Camera = CameraAbilities & {
  id: string
  /** The id of the device's next camera; undefined where there is only one. */
  nextId: string | undefined
}

/** Returns the constraints for the rear camera or the chosen one. The id is `exact`: other constraints can outweigh an `ideal` id. */
const constraintsFor = (id: string | undefined): MediaStreamConstraints => ({
  audio: false,
  video: {
    ...(id === undefined ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: id } }),
    width: { ideal: 1280 },
    height: { ideal: 720 },
  },
})

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

/** Returns the problem by the error's name: `OverconstrainedError` is a `DOMException` in Chromium, but not in Firefox and WebKit. */
const problemOf = (cause: unknown): CameraProblem =>
  (typeof cause === 'object' && cause !== null && 'name' in cause ? PROBLEMS[String(cause.name)] : undefined) ?? 'failed'

/** Opens the chosen camera, or the rear one if the chosen one was unplugged. Throws a `CameraError`. */
async function askForStream(id: string | undefined): Promise<MediaStream> {
  // Pages without https have no `mediaDevices`.
  if (!('mediaDevices' in navigator)) throw new CameraError('insecure')
  try {
    return await navigator.mediaDevices.getUserMedia(constraintsFor(id))
  } catch (cause) {
    const problem = problemOf(cause)
    if (id !== undefined && problem === 'missing') return askForStream(undefined)
    throw new CameraError(problem, { cause })
  }
}

/** Returns the id of the camera after this one. Browsers list the ids only once a camera is allowed. */
async function cameraAfter(id: string) {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const ids = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
  return ids.length > 1 ? ids[(ids.indexOf(id) + 1) % ids.length] : undefined
}

type CameraUse = { id?: string | undefined; signal: AbortSignal; onLost: (error: CameraError) => void }

/**
 * Shows a camera in `video`, the rear one unless `id` names another. Aborting `signal` switches it off, also while the permission is still
 * being asked: the stream is then stopped when it arrives. Calls `onLost` when the system takes the camera away.
 */
export async function openCamera(video: HTMLVideoElement, { id, signal, onLost }: CameraUse): Promise<Camera> {
  signal.throwIfAborted()
  const stream = await askForStream(id)

  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    if (video.srcObject === stream) video.srcObject = null
  }
  if (signal.aborted) stop()
  signal.throwIfAborted()
  signal.addEventListener('abort', stop, { once: true })

  // `ended` fires only when the system ends a track, not when `stop()` is called.
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => {
      stop()
      onLost(new CameraError('lost'))
    })
  }

  try {
    video.srcObject = stream
    await video.play()
    const [track] = stream.getVideoTracks()
    if (!track) throw new CameraError('missing')
    const opened = track.getSettings().deviceId ?? ''
    return { id: opened, nextId: await cameraAfter(opened), ...abilitiesOf(track) }
  } catch (cause) {
    stop()
    signal.throwIfAborted()
    throw cause instanceof CameraError ? cause : new CameraError('failed', { cause })
  }
}
