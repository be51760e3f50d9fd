import { toast } from '@heroui/react'
import axe from 'axe-core'
import { createRoot, type Root } from 'react-dom/client'
import { expect } from 'vitest'
import { createRouter } from '../../src/app/router.tsx'
import { compose } from '../../src/backend/compose.ts'
import { type Device, openDevice } from '../../src/backend/device/device.ts'
import { createLock } from '../../src/backend/locks.ts'
import { createQueries, keepUpToDate, Product } from '../../src/product.tsx'
import { createNetwork, type Network } from './network.ts'
import { type ADMIN, signIn } from './session.ts'

let opened: { root: Root; place: HTMLElement; address: string; disconnect: () => void } | undefined
let devices = 0

/** What the tabs of the open screen tell each other: a closed screen would go on listening to the next one. */
const channels: BroadcastChannel[] = []
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    channels.push(this)
  }
}

type ScreenOptions = {
  /** Who signs in first; null keeps the page as it is, signed in or not. */
  as?: typeof ADMIN | null
  /** A network with rules that apply from the first request on. */
  network?: Network
  /** What this browser keeps, where it is not a device that has never been used. */
  device?: Promise<Device>
}

/** Opens the whole product at an address, on a device that has never been used, signed in as the administrator unless `as` says otherwise. */
export async function openScreen(address: string, { as, network = createNetwork(), device }: ScreenOptions = {}): Promise<Network> {
  closeScreen()
  if (as !== null) await signIn(as)
  const name = `component ${Date.now()} ${devices++}`
  let isClosed = false
  const composition = compose({
    // What a closed screen still sends would reach the tables of the next test.
    fetch: (...request) => (isClosed ? new Promise(() => {}) : network.fetch(...request)),
    device: device ?? openDevice({ name, timeZone: 'Asia/Aden', rounds: 1_000 }),
    lock: createLock(name),
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
  // React Aria's announcer points for some seconds at what it announced, also after that has gone.
  const { violations } = await axe.run(
    { exclude: ['[data-live-announcer]'] },
    { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] },
  )
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)).toEqual([])
}
