import { toast } from '@heroui/react'
import axe from 'axe-core'
import { createRoot, type Root } from 'react-dom/client'
import { expect } from 'vitest'
import { createRouter } from '../../src/app/router.tsx'
import { compose } from '../../src/backend/compose.ts'
import { createLock } from '../../src/backend/connection/locks.ts'
import { type Device, openDevice } from '../../src/backend/store/device.ts'
import { createQueries, keepUpToDate, Product } from '../../src/product.tsx'
import { createNetwork, type Network } from './network.ts'
import { type ADMIN, signIn } from './session.ts'

let opened: { root: Root; place: HTMLElement; address: string; disconnect: () => void } | undefined
let devices = 0

/** The broadcast channels of the open screen. They are collected so that a closed screen does not receive the next screen's messages. */
const channels: BroadcastChannel[] = []
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    channels.push(this)
  }
}

type ScreenOptions = {
  /** The user who is signed in first; null leaves the page's session as it is. */
  as?: typeof ADMIN | null
  /** A network with rules that apply from the first request on. */
  network?: Network
  /** The device's storage. By default a new, empty device. */
  device?: Promise<Device>
}

/** Opens the whole product at an address, by default on a new device, signed in as the administrator. */
export async function openScreen(address: string, { as, network = createNetwork(), device }: ScreenOptions = {}): Promise<Network> {
  closeScreen()
  if (as !== null) await signIn(as)
  const name = `component ${Date.now()} ${devices++}`
  let isClosed = false
  const composition = compose({
    // Requests of a closed screen never resolve: they would change the tables of the next test.
    fetch: (...request) => (isClosed ? new Promise(() => {}) : network.fetch(...request)),
    device: device ?? openDevice({ name, timeZone: () => 'Asia/Aden', rounds: 1_000 }),
    lock: createLock(name),
    openDoor: linkId => ({
      device: openDevice({ name: `${name} ${linkId}`, timeZone: () => 'Asia/Aden', isDoor: true }),
      lock: createLock(`${name} ${linkId}`),
    }),
    storage: () => window.localStorage,
  })
  const queries = createQueries(composition)
  keepUpToDate(composition, queries)
  const before = window.location.pathname + window.location.search
  window.history.replaceState(null, '', address)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const router = createRouter()
  const disconnect = () => {
    isClosed = true
    for (const channel of channels.splice(0)) channel.onmessage = null
    queries.clear()
  }
  opened = { root, place, address: before, disconnect }
  void composition.connection.retest()
  root.render(<Product composition={composition} queries={queries} router={router} />)
  return network
}

/** Closes the open screen, its dialogs and its messages. */
export function closeScreen() {
  if (!opened) return
  opened.disconnect()
  toast.clear()
  opened.root.unmount()
  opened.place.remove()
  window.history.replaceState(null, '', opened.address)
  opened = undefined
}

/** Expects no accessibility violations on the page as it is now, WCAG 2.2 A and AA. */
export async function expectAccessible() {
  // For some seconds React Aria's announcer refers to the announced element, even after its removal.
  const { violations } = await axe.run(
    { exclude: ['[data-live-announcer]'] },
    {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
      // Without this, axe parses every style sheet anew for a rule that is not among these.
      preload: { assets: ['media'] },
    },
  )
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)).toEqual([])
}
