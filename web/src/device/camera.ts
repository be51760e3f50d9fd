/** Why there is no picture: not allowed, no camera, a page without https, taken away while in use, anything else. */
export type CameraProblem = 'denied' | 'missing' | 'insecure' | 'lost' | 'failed'

export class CameraError extends Error {
  readonly problem: CameraProblem

  constructor(problem: CameraProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

export type Camera = {
  /** Switches the camera off: every track is released. */
  stop: () => void
}

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

const problemOf = (cause: unknown) => (cause instanceof DOMException ? PROBLEMS[cause.name] : undefined) ?? 'failed'

async function askForStream(): Promise<MediaStream> {
  // Browsers hide the whole of it from pages without https.
  if (!('mediaDevices' in navigator)) throw new CameraError('insecure')
  try {
    return await navigator.mediaDevices.getUserMedia(WANTED)
  } catch (cause) {
    throw new CameraError(problemOf(cause), { cause })
  }
}

/**
 * Shows the rear camera in `video`. Aborting `signal` switches it off, also while the permission is still being asked: the stream is
 * then stopped the moment it arrives. `onLost` is told when the system takes the camera away.
 */
export async function openCamera(
  video: HTMLVideoElement,
  { signal, onLost }: { signal: AbortSignal; onLost: (error: CameraError) => void },
): Promise<Camera> {
  signal.throwIfAborted()
  const stream = await askForStream()

  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    if (video.srcObject === stream) video.srcObject = null
  }
  if (signal.aborted) stop()
  signal.throwIfAborted()
  signal.addEventListener('abort', stop, { once: true })

  // Stopping a track ourselves does not fire `ended`; only others do.
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => {
      stop()
      onLost(new CameraError('lost'))
    })
  }

  try {
    video.srcObject = stream
    await video.play()
  } catch (cause) {
    stop()
    signal.throwIfAborted()
    throw new CameraError('failed', { cause })
  }
  return { stop }
}
