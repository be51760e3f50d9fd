import { type CameraAbilities, cameraAbilitiesOf } from './camera-abilities.ts'

/** Why the camera shows no video. `insecure`: a page without https; `lost`: the camera was lost while in use. */
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
  /** The id of the device's next camera; undefined when there is only one camera. */
  nextId: string | undefined
}

/** Returns the constraints for the camera `id`, or for the rear camera. Other constraints could outweigh an `ideal` id. */
const cameraConstraintsFor = (id: string | undefined): MediaStreamConstraints => ({
  audio: false,
  video: {
    ...(id === undefined ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: id } }),
    width: { ideal: 1280 },
    height: { ideal: 720 },
  },
})

const PROBLEM_BY_ERROR_NAME: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

/** Returns the problem by the error's name, because `OverconstrainedError` is a `DOMException` only in Chromium. */
const cameraProblemOf = (cause: unknown): CameraProblem =>
  (typeof cause === 'object' && cause !== null && 'name' in cause ? PROBLEM_BY_ERROR_NAME[String(cause.name)] : undefined) ?? 'failed'

/** Requests the video stream of the chosen camera, or of the rear camera when the chosen one was unplugged. Throws a `CameraError`. */
async function requestCameraStream(id: string | undefined): Promise<MediaStream> {
  // Pages without https have no `mediaDevices`.
  if (!('mediaDevices' in navigator)) throw new CameraError('insecure')
  try {
    return await navigator.mediaDevices.getUserMedia(cameraConstraintsFor(id))
  } catch (cause) {
    const problem = cameraProblemOf(cause)
    if (id !== undefined && problem === 'missing') return requestCameraStream(undefined)
    throw new CameraError(problem, { cause })
  }
}

/** Returns the id of the camera that follows this one in the list. Browsers list camera ids only after the user has allowed a camera. */
async function nextCameraId(id: string) {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const ids = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
  return ids.length > 1 ? ids[(ids.indexOf(id) + 1) % ids.length] : undefined
}

type OpenCameraOptions = { id?: string | undefined; signal: AbortSignal; onLost: (error: CameraError) => void }

/**
 * Shows the video of the camera `id`, or of the rear camera, in `video`. Aborting `signal` switches the camera off, also while the
 * permission prompt is open. Calls `onLost` when the system ends the stream.
 */
export async function openCamera(video: HTMLVideoElement, { id, signal, onLost }: OpenCameraOptions): Promise<Camera> {
  signal.throwIfAborted()
  const stream = await requestCameraStream(id)

  const stopCamera = () => {
    for (const track of stream.getTracks()) track.stop()
    if (video.srcObject === stream) video.srcObject = null
  }
  if (signal.aborted) stopCamera()
  signal.throwIfAborted()
  signal.addEventListener('abort', stopCamera, { once: true })

  // The event `ended` fires only when the system ends a track, not after a call of `stop()`.
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => {
      stopCamera()
      onLost(new CameraError('lost'))
    })
  }

  try {
    video.srcObject = stream
    await video.play()
    const [track] = stream.getVideoTracks()
    if (!track) throw new CameraError('missing')
    const openedCameraId = track.getSettings().deviceId ?? ''
    return { id: openedCameraId, nextId: await nextCameraId(openedCameraId), ...cameraAbilitiesOf(track) }
  } catch (cause) {
    stopCamera()
    signal.throwIfAborted()
    throw cause instanceof CameraError ? cause : new CameraError('failed', { cause })
  }
}
