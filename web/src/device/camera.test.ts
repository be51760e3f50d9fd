import { expect, test, vi } from 'vitest'
import { openCamera } from './camera.ts'

/** The error that Firefox and WebKit throw: it is neither a `DOMException` nor an `Error`. */
class OverconstrainedError {
  readonly name = 'OverconstrainedError'
}

const inBrowserOf = [
  ['Chromium', () => new DOMException('', 'OverconstrainedError')],
  ['Firefox and WebKit', () => new OverconstrainedError()],
] as const

/** Stubs a browser with these cameras. Returns the list of the requested camera ids. */
function browserWith(cameras: readonly string[], overconstrained: () => unknown) {
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

const open = (id?: string) =>
  openCamera({ play: async () => undefined } as HTMLVideoElement, { id, signal: new AbortController().signal, onLost: () => undefined })

test.each(inBrowserOf)('openCamera in %s: rejects with «missing» when the device has no camera', async (_, overconstrained) => {
  const requestedIds = browserWith([], overconstrained)
  await expect(open('remembered')).rejects.toMatchObject({ problem: 'missing' })
  expect(requestedIds).toEqual(['remembered', undefined])
})

test.each(inBrowserOf)('openCamera in %s: opens the rear camera when the remembered one is unplugged', async (_, overconstrained) => {
  const requestedIds = browserWith(['rear'], overconstrained)
  await expect(open('remembered')).resolves.toMatchObject({ id: 'rear' })
  expect(requestedIds).toEqual(['remembered', undefined])
})

test.each([
  [new DOMException('', 'NotAllowedError'), 'denied'],
  [new DOMException('', 'NotFoundError'), 'missing'],
  [new DOMException('', 'NotReadableError'), 'failed'],
  ['no error at all', 'failed'],
] as const)('openCamera turns the browser’s error «%s» into the problem «%s»', async (cause, problem) => {
  browserWith([], () => cause)
  await expect(open()).rejects.toMatchObject({ problem })
})
