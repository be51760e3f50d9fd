import { expect, test, vi } from 'vitest'
import { type CameraChoice, openCamera } from './camera.ts'

/** An error as Firefox and WebKit throw it, which is neither a `DOMException` nor an `Error`. */
class OverconstrainedError {
  readonly name = 'OverconstrainedError'
}

const OVERCONSTRAINED_ERRORS = [
  ['Chromium', () => new DOMException('', 'OverconstrainedError')],
  ['Firefox and WebKit', () => new OverconstrainedError()],
] as const

/** Replaces the camera functions of the browser by fakes with these cameras. Returns the list of the camera ids that were requested. */
function stubCameras(cameras: readonly string[], overconstrained: () => unknown) {
  const requestedIds: (string | undefined)[] = []
  const track = { stop() {}, addEventListener() {}, getSettings: () => ({ deviceId: cameras[0] }) }
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
  vi.stubGlobal('navigator', {
    mediaDevices: {
      async getUserMedia({ video }: { video: { deviceId?: { exact: string } } }) {
        const id = video.deviceId?.exact
        requestedIds.push(id)
        if (id === undefined ? cameras.length === 0 : !cameras.includes(id)) throw overconstrained()
        return stream
      },
      enumerateDevices: async () => cameras.map(deviceId => ({ kind: 'videoinput', deviceId, label: `label of ${deviceId}` })),
    },
  })
  return requestedIds
}

const openTestCamera = (choice?: CameraChoice) =>
  openCamera({ play: async () => undefined } as HTMLVideoElement, { choice, signal: new AbortController().signal, onLost: () => undefined })

const REMEMBERED = { id: 'remembered', label: 'label of remembered' }

test.each(OVERCONSTRAINED_ERRORS)('openCamera in %s rejects with «missing» without a camera', async (_, overconstrained) => {
  const requestedIds = stubCameras([], overconstrained)
  await expect(openTestCamera(REMEMBERED)).rejects.toMatchObject({ problem: 'missing' })
  expect(requestedIds).toEqual(['remembered', undefined])
})

test.each(OVERCONSTRAINED_ERRORS)('openCamera in %s replaces an unplugged camera by the rear one', async (_, overconstrained) => {
  const requestedIds = stubCameras(['rear'], overconstrained)
  await expect(openTestCamera(REMEMBERED)).resolves.toMatchObject({ id: 'rear' })
  expect(requestedIds).toEqual(['remembered', undefined])
})

test('openCamera finds the chosen camera by its label when its id has changed', async () => {
  const requestedIds = stubCameras(['rear', 'front'], () => new DOMException('', 'OverconstrainedError'))
  await openTestCamera({ id: 'front of another page', label: 'label of front' })
  expect(requestedIds).toEqual(['front of another page', undefined, 'front'])
})

test.each([
  [new DOMException('', 'NotAllowedError'), 'denied'],
  [new DOMException('', 'NotFoundError'), 'missing'],
  [new DOMException('', 'NotReadableError'), 'failed'],
  ['no error at all', 'failed'],
] as const)('openCamera turns the browser’s error «%s» into the problem «%s»', async (cause, problem) => {
  stubCameras([], () => cause)
  await expect(openTestCamera()).rejects.toMatchObject({ problem })
})
