/** A camera's capabilities or settings with `torch` and `zoom`, which TypeScript's library lacks. */
type MoreOf<T> = T & { torch?: boolean; zoom?: T extends MediaTrackCapabilities ? { min: number; max: number; step?: number } : number }

/** The parts of a video track that this module uses. */
export type Track = Pick<MediaStreamTrack, 'applyConstraints'> & Partial<Pick<MediaStreamTrack, 'getCapabilities' | 'getSettings'>>

/** The settings that can be changed while the camera runs; undefined where this camera lacks one. */
export type CameraAbilities = {
  torch: ((isOn: boolean) => Promise<void>) | undefined
  zoom: Zoom | undefined
}

/** The camera's zoom, in the camera's own numbers. `min` is the widest view. */
export type Zoom = { min: number; max: number; now: () => number; set: (zoom: number) => Promise<void> }

/** The factor of one zoom step: one tap, or 1.5 s without a code. */
const ZOOM_STEP = 1.5

/**
 * The largest zoom, as a multiple of `min`. With a larger one, the shaking of the hand makes more codes unreadable than the larger image
 * makes readable.
 */
const MAX_ZOOM_FACTOR = 4

const largestZoom = ({ min, max }: Pick<Zoom, 'min' | 'max'>) => Math.min(max, min * MAX_ZOOM_FACTOR)

/** Returns the zoom one step nearer (`nearer`) or farther (`farther`), within the limits. */
export const nearer = (zoom: Zoom) => Math.min(largestZoom(zoom), zoom.now() * ZOOM_STEP)
export const farther = (zoom: Zoom) => Math.max(zoom.min, zoom.now() / ZOOM_STEP)

/** Returns the next zoom to try while no code is found: one step nearer; after the largest zoom, the smallest. */
export const nextZoom = (zoom: Zoom) => (zoom.now() >= largestZoom(zoom) ? zoom.min : nearer(zoom))

const set = (track: Track, constraints: object) => track.applyConstraints({ advanced: [constraints as MediaTrackConstraintSet] })

/** Returns the abilities of this camera. */
export function abilitiesOf(track: Track): CameraAbilities {
  const capabilities: MoreOf<MediaTrackCapabilities> = track.getCapabilities?.() ?? {}
  const settings = (): MoreOf<MediaTrackSettings> => track.getSettings?.() ?? {}
  const range = capabilities.zoom
  const canZoom = range !== undefined && range.min > 0 && range.max > range.min
  return {
    torch: capabilities.torch ? isOn => set(track, { torch: isOn }) : undefined,
    zoom: canZoom
      ? { min: range.min, max: range.max, now: () => settings().zoom ?? range.min, set: zoom => set(track, { zoom }) }
      : undefined,
  }
}
