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

/** A camera of this device. Its label identifies it, because some browsers give it another id in each page. */
export type CameraChoice = { id: string; label: string }

export type Camera = CameraAbilities & {
  id: string
  /** The device's next camera; undefined when there is only one camera. */
  next: CameraChoice | undefined
}

/**
 * Returns the constraints for the camera `id`, or for the rear camera. There are no further constraints, because a browser could weigh them
 * more than an `ideal` id.
 */
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

/** Requests the video stream of the camera `id`, or of the rear camera. Throws a `CameraError`. */
async function requestStream(id: string | undefined): Promise<MediaStream> {
  // Pages without https have no `mediaDevices`.
  if (!('mediaDevices' in navigator)) throw new CameraError('insecure')
  try {
    return await navigator.mediaDevices.getUserMedia(cameraConstraintsFor(id))
  } catch (cause) {
    throw new CameraError(cameraProblemOf(cause), { cause })
  }
}

/** Requests the video stream of the chosen camera, or of the rear camera when the chosen one was unplugged. Throws a `CameraError`. */
async function requestCameraStream(choice: CameraChoice | undefined): Promise<MediaStream> {
  try {
    return await requestStream(choice?.id)
  } catch (error) {
    if (!choice || !(error instanceof CameraError) || error.problem !== 'missing') throw error
  }
  const stream = await requestStream(undefined)
  const sameLabel = (await listCameras()).find(({ label }) => label !== '' && label === choice.label)
  const tracks = stream.getVideoTracks()
  if (!sameLabel || tracks.some(track => track.getSettings().deviceId === sameLabel.id)) return stream
  for (const track of tracks) track.stop()
  return requestStream(sameLabel.id)
}

/** Lists the cameras. Browsers tell ids and labels only after the user has allowed a camera. */
async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ id: deviceId, label }))
}

/** Returns the camera that follows this one in the list. */
async function nextCamera(id: string) {
  const cameras = await listCameras()
  return cameras.length > 1 ? cameras[(cameras.findIndex(camera => camera.id === id) + 1) % cameras.length] : undefined
}

type OpenCameraOptions = { choice?: CameraChoice | undefined; signal: AbortSignal; onLost: (error: CameraError) => void }

/**
 * Shows the video of the chosen camera, or of the rear camera, in `video`. Aborting `signal` switches the camera off, also while the
 * permission prompt is open. Calls `onLost` when the system ends the stream.
 */
export async function openCamera(video: HTMLVideoElement, { choice, signal, onLost }: OpenCameraOptions): Promise<Camera> {
  signal.throwIfAborted()
  const stream = await requestCameraStream(choice)

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
    return { id: openedCameraId, next: await nextCamera(openedCameraId), ...cameraAbilitiesOf(track) }
  } catch (cause) {
    stopCamera()
    signal.throwIfAborted()
    throw cause instanceof CameraError ? cause : new CameraError('failed', { cause })
  }
}
