import { expect, test, vi } from 'vitest'
import { openCamera } from './camera.ts'

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
      enumerateDevices: async () => cameras.map(deviceId => ({ kind: 'videoinput', deviceId })),
    },
  })
  return requestedIds
}

const openTestCamera = (id?: string) =>
  openCamera({ play: async () => undefined } as HTMLVideoElement, { id, signal: new AbortController().signal, onLost: () => undefined })

test.each(OVERCONSTRAINED_ERRORS)('openCamera in %s rejects with «missing» without a camera', async (_, overconstrained) => {
  const requestedIds = stubCameras([], overconstrained)
  await expect(openTestCamera('remembered')).rejects.toMatchObject({ problem: 'missing' })
  expect(requestedIds).toEqual(['remembered', undefined])
})

test.each(OVERCONSTRAINED_ERRORS)('openCamera in %s replaces an unplugged camera by the rear one', async (_, overconstrained) => {
  const requestedIds = stubCameras(['rear'], overconstrained)
  await expect(openTestCamera('remembered')).resolves.toMatchObject({ id: 'rear' })
  expect(requestedIds).toEqual(['remembered', undefined])
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
