import { expect, test } from 'vitest'
import { cameraAbilitiesOf, fartherZoom, nearerZoom, nextZoom, type VideoTrack } from './camera-abilities.ts'

/** Creates a fake video track with these capabilities. Applied constraints become its settings. */
function createFakeTrack(capabilities: object) {
  const settings: Record<string, unknown> = {}
  const track: VideoTrack = {
    getCapabilities: () => capabilities,
    getSettings: () => settings,
    async applyConstraints(constraints) {
      for (const constraintSet of constraints?.advanced ?? []) Object.assign(settings, constraintSet)
    },
  }
  return { track, settings }
}

test('cameraAbilitiesOf returns neither torch nor zoom without support', () => {
  expect(cameraAbilitiesOf(createFakeTrack({}).track)).toEqual({ torch: undefined, zoom: undefined })
  expect(cameraAbilitiesOf({ applyConstraints: async () => undefined })).toEqual({ torch: undefined, zoom: undefined })
  expect(cameraAbilitiesOf(createFakeTrack({ torch: false, zoom: { min: 1, max: 1 } }).track)).toEqual({
    torch: undefined,
    zoom: undefined,
  })
})

test('the torch function switches the torch of the video track', async () => {
  const { track, settings } = createFakeTrack({ torch: true })
  const { torch } = cameraAbilitiesOf(track)
  await torch?.(true)
  expect(settings.torch).toBe(true)
  await torch?.(false)
  expect(settings.torch).toBe(false)
})

test('nearerZoom and fartherZoom stay within the limits of the camera', async () => {
  const { zoom } = cameraAbilitiesOf(createFakeTrack({ zoom: { min: 1, max: 3 } }).track)
  const zoomLevels = []
  for (let step = 0; step < 4; step++) {
    await zoom!.set(nearerZoom(zoom!))
    zoomLevels.push(zoom!.now())
  }
  expect(zoomLevels).toEqual([1.5, 2.25, 3, 3])
  await zoom!.set(fartherZoom(zoom!))
  expect(zoom!.now()).toBe(2)
  for (let step = 0; step < 4; step++) await zoom!.set(fartherZoom(zoom!))
  expect(zoom!.now()).toBe(1)
})

test('nextZoom returns to the smallest zoom after four times its value', async () => {
  const { zoom } = cameraAbilitiesOf(createFakeTrack({ zoom: { min: 1, max: 10 } }).track)
  const zoomLevels = []
  for (let step = 0; step < 6; step++) {
    await zoom!.set(nextZoom(zoom!))
    zoomLevels.push(zoom!.now())
  }
  expect(zoomLevels).toEqual([1.5, 2.25, 3.375, 4, 1, 1.5])
})
