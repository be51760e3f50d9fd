/** The capabilities or settings of a video track with `torch` and `zoom`, which the DOM types of TypeScript lack. */
type WithTorchAndZoom<T> = T & {
  torch?: boolean
  zoom?: T extends MediaTrackCapabilities ? { min: number; max: number; step?: number } : number
}

export type VideoTrack = Pick<MediaStreamTrack, 'applyConstraints'> & Partial<Pick<MediaStreamTrack, 'getCapabilities' | 'getSettings'>>

/** The functions that change the torch and the zoom while the camera runs. Each is undefined where the camera lacks the setting. */
export type CameraAbilities = {
  torch: ((isOn: boolean) => Promise<void>) | undefined
  zoom: Zoom | undefined
}

/** The zoom of a camera. All values are in the unit of the camera, and `min` is the widest view. */
export type Zoom = { min: number; max: number; now: () => number; set: (zoom: number) => Promise<void> }

/** The factor of one zoom step. The user makes a step with a tap; the scanner makes one after 1.5 s without a code. */
const ZOOM_STEP = 1.5

/** The largest zoom, as a multiple of `min`. Above it, shaking hands make more codes unreadable than the magnification makes readable. */
const MAX_ZOOM_FACTOR = 4

const largestZoom = ({ min, max }: Pick<Zoom, 'min' | 'max'>) => Math.min(max, min * MAX_ZOOM_FACTOR)

/** Returns the zoom one step nearer (`nearerZoom`) or one step farther (`fartherZoom`), within the limits of the camera. */
export const nearerZoom = (zoom: Zoom) => Math.min(largestZoom(zoom), zoom.now() * ZOOM_STEP)
export const fartherZoom = (zoom: Zoom) => Math.max(zoom.min, zoom.now() / ZOOM_STEP)

/** Returns the next zoom to try while no code is found: one step nearer, or the smallest zoom after the largest. */
export const nextZoom = (zoom: Zoom) => (zoom.now() >= largestZoom(zoom) ? zoom.min : nearerZoom(zoom))

const applyTrackSetting = (track: VideoTrack, constraints: object) =>
  track.applyConstraints({ advanced: [constraints as MediaTrackConstraintSet] })

export function cameraAbilitiesOf(track: VideoTrack): CameraAbilities {
  const capabilities: WithTorchAndZoom<MediaTrackCapabilities> = track.getCapabilities?.() ?? {}
  const readTrackSettings = (): WithTorchAndZoom<MediaTrackSettings> => track.getSettings?.() ?? {}
  const range = capabilities.zoom
  const canZoom = range !== undefined && range.min > 0 && range.max > range.min
  return {
    torch: capabilities.torch ? isOn => applyTrackSetting(track, { torch: isOn }) : undefined,
    zoom: canZoom
      ? {
          min: range.min,
          max: range.max,
          now: () => readTrackSettings().zoom ?? range.min,
          set: zoom => applyTrackSetting(track, { zoom }),
        }
      : undefined,
  }
}
