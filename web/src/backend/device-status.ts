import { LOCAL_ADMIN } from '@hudur/core'
import type { Device } from './device/device.ts'
import { outboxOf } from './device/outbox.ts'
import { type Entry, isStorageFailure, readMeta } from './device/store.ts'

/** How this device stands to the server, for whoever is signed in. */
export type DeviceStatus = {
  /** What was done here and is still to be told. */
  waiting: number
  /** «لم يُرسل»: what the server would not have, with its reason. */
  unsent: readonly Entry[]
  /** Whether what waits needs a sign-in before it can go. */
  needsSignIn: boolean
  /** The replica: how many guests, and when it was last the server's. */
  replica: { guests: number; at: string } | null
  /** Milliseconds this device's clock was measured to be behind the server's, and whether that is more than people should not know. */
  clockOffset: number | null
  isClockFarOff: boolean
  /** What the fallback administrator made here and a signed-in one may take over. */
  toTakeOver: number
  /** Whether this browser keeps anything at all. */
  canKeep: boolean
}

const NOTHING: DeviceStatus = {
  waiting: 0,
  unsent: [],
  needsSignIn: false,
  replica: null,
  clockOffset: null,
  isClockFarOff: false,
  toTakeOver: 0,
  canKeep: true,
}

/** Knows how this device stands, in every tab: one that changes something tells the others. */
export function createDeviceStatus(device: () => Promise<Device | undefined>) {
  const listeners = new Set<() => void>()
  const tabs = globalThis.BroadcastChannel ? new BroadcastChannel('hudur-device') : undefined
  let status = NOTHING
  let reading: Promise<void> | undefined
  let isStale = false

  function become(change: Partial<DeviceStatus>) {
    const next = { ...status, ...change }
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    for (const listener of listeners) listener()
  }

  async function read() {
    const here = await device()
    if (!here) return become({ canKeep: false })
    try {
      become(await standing(here))
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      become({ canKeep: false, replica: null })
    }
  }

  async function standing({ store, people, clock }: Device): Promise<Partial<DeviceStatus>> {
    const session = await people.session()
    const [outbox, guests, replica, local] = await Promise.all([
      session ? outboxOf(store, session.userId) : { waiting: 0, unsent: [] },
      store.count('invitations'),
      readMeta(store, 'copy'),
      session?.userId === LOCAL_ADMIN ? { waiting: 0 } : outboxOf(store, LOCAL_ADMIN),
    ])
    return {
      ...outbox,
      replica: replica && replica.account === session?.userId ? { guests, at: replica.at } : null,
      clockOffset: clock.offset(),
      isClockFarOff: clock.isFarOff(),
      toTakeOver: local.waiting,
    }
  }

  /** Reads it again; who asks meanwhile gets what is true after they asked. */
  async function refresh(): Promise<void> {
    if (reading) {
      isStale = true
      return reading
    }
    reading = (async () => {
      do {
        isStale = false
        await read()
      } while (isStale)
    })().finally(() => {
      reading = undefined
    })
    return reading
  }

  if (tabs) tabs.onmessage = () => void refresh()
  void refresh()

  return {
    get: () => status,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    needsSignIn: (needsSignIn: boolean) => become({ needsSignIn }),
    /** Something could not be kept here: the disk is full, or the browser took it away. */
    cannotKeep: () => become({ canKeep: false }),
    /** Something was kept here again. */
    keeps: () => become({ canKeep: true }),
    /** What `body` finds here, or `otherwise` where this browser has taken away what it kept: that is said, and takes nothing else away. */
    async found<Answer>(body: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
      try {
        return await body()
      } catch (error) {
        if (!isStorageFailure(error)) throw error
        become({ canKeep: false })
        return otherwise
      }
    },
    /** Something here has changed. */
    async changed() {
      tabs?.postMessage('changed')
      await refresh()
    },
    close: () => tabs?.close(),
  }
}

export type DeviceStatusSource = ReturnType<typeof createDeviceStatus>
