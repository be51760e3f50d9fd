import { expect, test } from 'vitest'
import { abilitiesOf, farther, nearer, nextZoom, type Track } from './camera-abilities.ts'

/** A track of a phone's rear camera, as far as it is asked here: it keeps what is applied. */
function phoneTrack(capabilities: object) {
  const settings: Record<string, unknown> = {}
  const track: Track = {
    getCapabilities: () => capabilities,
    getSettings: () => settings,
    async applyConstraints(constraints) {
      for (const wanted of constraints?.advanced ?? []) Object.assign(settings, wanted)
    },
  }
  return { track, settings }
}

test('a camera that can do nothing more offers nothing', () => {
  expect(abilitiesOf(phoneTrack({}).track)).toEqual({ torch: undefined, zoom: undefined })
  expect(abilitiesOf({ applyConstraints: async () => undefined })).toEqual({ torch: undefined, zoom: undefined })
  expect(abilitiesOf(phoneTrack({ torch: false, zoom: { min: 1, max: 1 } }).track)).toEqual({ torch: undefined, zoom: undefined })
})

test('the torch goes on and off', async () => {
  const { track, settings } = phoneTrack({ torch: true })
  const { torch } = abilitiesOf(track)
  await torch?.(true)
  expect(settings.torch).toBe(true)
  await torch?.(false)
  expect(settings.torch).toBe(false)
})

test('zoom comes nearer by steps to its end, and stays within what the camera can', async () => {
  const { zoom } = abilitiesOf(phoneTrack({ zoom: { min: 1, max: 3 } }).track)
  const seen = []
  for (let step = 0; step < 4; step++) {
    await zoom!.set(nearer(zoom!))
    seen.push(zoom!.now())
  }
  expect(seen).toEqual([1.5, 2.25, 3, 3])
  await zoom!.set(farther(zoom!))
  expect(zoom!.now()).toBe(2)
  for (let step = 0; step < 4; step++) await zoom!.set(farther(zoom!))
  expect(zoom!.now()).toBe(1)
})

test('while nothing is read it steps nearer, and from the nearest back to the whole picture', async () => {
  const { zoom } = abilitiesOf(phoneTrack({ zoom: { min: 1, max: 10 } }).track)
  const seen = []
  for (let step = 0; step < 6; step++) {
    await zoom!.set(nextZoom(zoom!))
    seen.push(zoom!.now())
  }
  expect(seen).toEqual([1.5, 2.25, 3.375, 4, 1, 1.5])
})
