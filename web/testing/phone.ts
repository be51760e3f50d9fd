import { browserFetch, PASSWORD } from '../../api/testing/server.ts'
import { composeBackend } from '../src/backend/compose.ts'
import { createLock } from '../src/backend/connection/locks.ts'
import type { Device, openDevice } from '../src/backend/store/device.ts'
import { openTestDevice } from './device.ts'
import { type NetworkState, startProxy } from './proxy.ts'

let locks = 0

/** Creates an in-memory replacement of a browser's local storage. */
function createMemoryStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as unknown as Storage & { items: Map<string, string> }
}

/** Creates a phone with the code of the app, connected to the server on this port through a proxy of its own. */
export async function createPhone(port: number, options: Partial<Parameters<typeof openDevice>[0]> = {}) {
  const proxy = await startProxy(port)
  const cookies = new Map<string, string>()
  const storage = createMemoryStorage()
  const lockName = `phone ${locks++}`
  const fetchWithCookies = browserFetch(cookies)
  let isLosing = false
  let failing: RegExp | undefined
  let handleRequest: (url: string) => unknown = () => {}
  const requests: string[] = []
  const unanswered: string[] = []
  const fetchWithLosses: typeof fetch = async (...asked) => {
    requests.push(`${asked[0]} ${asked[1]?.body ?? ''}`)
    await handleRequest(String(asked[0]))
    if (failing?.test(String(asked[0]))) throw new TypeError('no network')
    const isLost = isLosing
    isLosing = false
    const answer = await fetchWithCookies(...asked).catch(error => {
      unanswered.push(String(asked[1]?.body ?? ''))
      throw error
    })
    if (isLost) throw new TypeError('the answer was lost')
    return answer
  }
  const device: Device = await openTestDevice(options)

  /**
   * Composes another backend on the same device: a second tab of the browser, or the tab after a reload. `opening` and `openingOfDoor`
   * are promises with which a test can delay the opening of the device's storage, and of that for door links.
   */
  const openTab = (opening = Promise.resolve(device), openingOfDoor?: Promise<Device>) => {
    const tab = composeBackend({
      fetch: fetchWithLosses,
      base: proxy.base,
      device: opening,
      lock: createLock(lockName),
      downloadLock: createLock(`${lockName} download`),
      openDoor: linkId => ({
        device: openingOfDoor ?? openTestDevice({ ...options, isDoor: true }),
        lock: createLock(`${lockName} ${linkId}`),
        downloadLock: createLock(`${lockName} ${linkId} download`),
      }),
      storage: () => storage,
    })
    return { ...tab, device }
  }
  const tab = openTab()

  return {
    ...tab,
    openTab,
    base: proxy.base,
    fetch: fetchWithLosses,
    storage,
    cookies,
    /** Changes the state of the network. For `refusing` and `open`, waits until the phone has detected the change. */
    async networkState(networkState: NetworkState) {
      proxy.become(networkState)
      if (networkState === 'refusing') await tab.connection.retest()
      // The first connection test may use a socket that the change of the network has closed, so it is repeated.
      if (networkState === 'open') for (let tries = 0; tries < 5 && !(await tab.connection.retest()); tries++);
    },
    /** Changes the state of the network without a connection test. The phone detects the change at its next request. */
    become: (networkState: NetworkState) => proxy.become(networkState),
    /** The URL and the body of each request of the phone. */
    requests,
    /** Returns whether a request with this text in its body got no response: the network lost it, or it took too long. */
    hasUnanswered: (text: string) => unanswered.some(body => body.includes(text)),
    /** Calls `listener` with the URL of each request. The request is sent after the promise of `listener` has settled. */
    onRequest(listener: (url: string) => unknown) {
      handleRequest = listener
    },
    /** Makes all requests fail whose URL matches the pattern. */
    failAt(address: RegExp) {
      failing = address
    },
    /** Loses the response to the next call after the server has handled the call. */
    loseNext() {
      isLosing = true
    },
    signIn: (username: string, password = PASSWORD) => tab.backend.accounts.login({ username, password }),
    /** Sets the round trip time (ms) of the line to the server. */
    setRoundTrip: proxy.setRoundTrip,
    close: proxy.close,
  }
}

export type Phone = Awaited<ReturnType<typeof createPhone>>
