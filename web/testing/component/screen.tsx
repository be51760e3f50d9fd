import { toast } from '@heroui/react'
import axe from 'axe-core'
import { createRoot, type Root } from 'react-dom/client'
import { expect } from 'vitest'
import { createRouter } from '../../src/app/routes.tsx'
import { composeBackend } from '../../src/backend/compose.ts'
import { createLock } from '../../src/backend/connection/locks.ts'
import { type Device, openDevice } from '../../src/backend/store/device.ts'
import { createQueryClient, keepCacheUpToDate, Product } from '../../src/product.tsx'
import { returnToPageEntry } from '../../src/ui/dialog-history.ts'
import { checkArabicText, findViolations, WCAG_TAGS } from '../axe-rules.ts'
import { findLayoutFaults } from '../layout-faults.ts'
import { createNetwork, type Network } from './network.ts'
import { type ADMIN, signInPage } from './session.ts'

checkArabicText(axe)

let openedScreen: { root: Root; place: HTMLElement; address: string; disconnect: () => void } | undefined
let deviceCount = 0

/**
 * The broadcast channels of the open screen. They are collected so that they can be silenced when the screen is closed; otherwise it would
 * receive the messages of the next screen.
 */
const broadcastChannels: BroadcastChannel[] = []
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    broadcastChannels.push(this)
  }
}

type ScreenOptions = {
  /** The user whom `openScreen` signs in first, by default the administrator. With null, the session of the page stays as it is. */
  as?: typeof ADMIN | null
  /** The test network. A test passes one when its rules must apply to the first request. */
  network?: Network
  /** The storage of the device. The default is a new, empty device. */
  device?: Promise<Device>
  /** A promise after which the storage for a door link begins to open. By default it opens at once. */
  doorStorageReady?: Promise<void>
}

/** Opens the whole application at a path, by default on a new device and signed in as the administrator. Returns the test network. */
export async function openScreen(
  address: string,
  { as, network = createNetwork(), device, doorStorageReady = Promise.resolve() }: ScreenOptions = {},
): Promise<Network> {
  // The entry of a dialog that the previous test has closed may not be removed yet. Its removal would leave the new screen's address.
  await returnToPageEntry()
  closeScreen()
  if (as !== null) await signInPage(as)
  const name = `component ${Date.now()} ${deviceCount++}`
  let isClosed = false
  const composition = composeBackend({
    // Requests of a closed screen never reach the server, because they would change the tables of the next test.
    fetch: (...request) => (isClosed ? new Promise(() => {}) : network.fetch(...request)),
    device: device ?? openDevice({ name, timeZone: () => 'Asia/Aden', rounds: 1_000 }),
    lock: createLock(name),
    downloadLock: createLock(`${name} download`),
    openDoor: linkId => ({
      device: doorStorageReady.then(() => openDevice({ name: `${name} ${linkId}`, timeZone: () => 'Asia/Aden', isDoor: true })),
      lock: createLock(`${name} ${linkId}`),
      downloadLock: createLock(`${name} ${linkId} download`),
    }),
    storage: () => window.localStorage,
  })
  const queries = createQueryClient(composition)
  keepCacheUpToDate(composition, queries)
  const before = window.location.pathname + window.location.search
  window.history.replaceState(null, '', address)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const router = createRouter()
  const disconnectScreen = () => {
    isClosed = true
    for (const channel of broadcastChannels.splice(0)) channel.onmessage = null
    queries.clear()
  }
  openedScreen = { root, place, address: before, disconnect: disconnectScreen }
  void composition.connection.retest()
  root.render(<Product composition={composition} queries={queries} router={router} />)
  return network
}

/** Closes the open screen, its dialogs and its toasts. */
export function closeScreen() {
  if (!openedScreen) return
  openedScreen.disconnect()
  toast.clear()
  openedScreen.root.unmount()
  openedScreen.place.remove()
  window.history.replaceState(null, '', openedScreen.address)
  openedScreen = undefined
}

/**
 * Expects that axe finds no violations of WCAG 2.2 A and AA on the page, and that no control has text outside its box or overlaps another.
 * Waits for the end of transitions and of loading, in which a text can have too little contrast.
 */
export async function expectAccessible() {
  await expect.poll(() => findViolations(axe, WCAG_TAGS), { timeout: 10_000, interval: 200 }).toEqual([])
  await expect.poll(findLayoutFaults).toEqual([])
}
