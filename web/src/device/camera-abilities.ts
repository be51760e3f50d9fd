/** What TypeScript's library leaves out of a camera's capabilities and settings. */
type MoreOf<T> = T & { torch?: boolean; zoom?: T extends MediaTrackCapabilities ? { min: number; max: number; step?: number } : number }

/** The part of a video track that is asked here. */
export type Track = Pick<MediaStreamTrack, 'applyConstraints'> & Partial<Pick<MediaStreamTrack, 'getCapabilities' | 'getSettings'>>

/** What can be changed while the camera runs; undefined where this camera cannot. */
export type CameraAbilities = {
  torch: ((isOn: boolean) => Promise<void>) | undefined
  zoom: Zoom | undefined
}

/** How near the camera looks. The numbers are the camera's own; `min` is the whole picture. */
export type Zoom = { min: number; max: number; now: () => number; set: (zoom: number) => Promise<void> }

/** One tap, or 1.5 s without a code, comes so much nearer. */
const STEP = 1.5

/** Nearer than this the hand shakes more than the code grows. */
const NEAREST = 4

const nearest = ({ min, max }: Pick<Zoom, 'min' | 'max'>) => Math.min(max, min * NEAREST)

/** One step nearer, or farther, and no step at the ends. */
export const nearer = (zoom: Zoom) => Math.min(nearest(zoom), zoom.now() * STEP)
export const farther = (zoom: Zoom) => Math.max(zoom.min, zoom.now() / STEP)

/** One step nearer while nothing is read; after the nearest the whole picture again. */
export const nextZoom = (zoom: Zoom) => (zoom.now() >= nearest(zoom) ? zoom.min : nearer(zoom))

const set = (track: Track, wanted: object) => track.applyConstraints({ advanced: [wanted as MediaTrackConstraintSet] })

/** What this camera can do beyond giving a picture. */
export function abilitiesOf(track: Track): CameraAbilities {
  const able: MoreOf<MediaTrackCapabilities> = track.getCapabilities?.() ?? {}
  const settings = (): MoreOf<MediaTrackSettings> => track.getSettings?.() ?? {}
  const range = able.zoom
  const canZoom = range !== undefined && range.min > 0 && range.max > range.min
  return {
    torch: able.torch ? isOn => set(track, { torch: isOn }) : undefined,
    zoom: canZoom
      ? { min: range.min, max: range.max, now: () => settings().zoom ?? range.min, set: zoom => set(track, { zoom }) }
      : undefined,
  }
}
