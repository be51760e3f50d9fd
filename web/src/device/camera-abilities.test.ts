import { expect, test } from 'vitest'
import { abilitiesOf, farther, nearer, nextZoom, type Track } from './camera-abilities.ts'

/** Creates a track with these capabilities. It stores the applied constraints as its settings. */
function phoneTrack(capabilities: object) {
  const settings: Record<string, unknown> = {}
  const track: Track = {
    getCapabilities: () => capabilities,
    getSettings: () => settings,
    async applyConstraints(constraints) {
      for (const constraintSet of constraints?.advanced ?? []) Object.assign(settings, constraintSet)
    },
  }
  return { track, settings }
}

test('returns neither torch nor zoom for a camera that has none', () => {
  expect(abilitiesOf(phoneTrack({}).track)).toEqual({ torch: undefined, zoom: undefined })
  expect(abilitiesOf({ applyConstraints: async () => undefined })).toEqual({ torch: undefined, zoom: undefined })
  expect(abilitiesOf(phoneTrack({ torch: false, zoom: { min: 1, max: 1 } }).track)).toEqual({ torch: undefined, zoom: undefined })
})

test('switches the torch on and off', async () => {
  const { track, settings } = phoneTrack({ torch: true })
  const { torch } = abilitiesOf(track)
  await torch?.(true)
  expect(settings.torch).toBe(true)
  await torch?.(false)
  expect(settings.torch).toBe(false)
})

test('zooms in and out by steps, within the camera’s limits', async () => {
  const { zoom } = abilitiesOf(phoneTrack({ zoom: { min: 1, max: 3 } }).track)
  const zoomLevels = []
  for (let step = 0; step < 4; step++) {
    await zoom!.set(nearer(zoom!))
    zoomLevels.push(zoom!.now())
  }
  expect(zoomLevels).toEqual([1.5, 2.25, 3, 3])
  await zoom!.set(farther(zoom!))
  expect(zoom!.now()).toBe(2)
  for (let step = 0; step < 4; step++) await zoom!.set(farther(zoom!))
  expect(zoom!.now()).toBe(1)
})

test('nextZoom steps up to four times the smallest zoom, then returns to the whole picture', async () => {
  const { zoom } = abilitiesOf(phoneTrack({ zoom: { min: 1, max: 10 } }).track)
  const zoomLevels = []
  for (let step = 0; step < 6; step++) {
    await zoom!.set(nextZoom(zoom!))
    zoomLevels.push(zoom!.now())
  }
  expect(zoomLevels).toEqual([1.5, 2.25, 3.375, 4, 1, 1.5])
})
