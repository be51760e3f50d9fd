import { LOCAL_ADMIN } from '@hudur/core'
import type { Device } from '../store/device.ts'
import { readOutbox } from '../store/outbox.ts'
import { type Entry, isStorageFailure, readMeta } from '../store/store.ts'
import { coalesce } from './coalesce.ts'

/** The state of this device's sync with the server, for the signed-in user. */
export type DeviceStatus = {
  /** How many entries of the outbox wait for the upload. */
  waiting: number
  /** «لم يُرسل»: the entries that the server rejected, each with its refusal. */
  rejected: readonly Entry[]
  /** Whether the waiting entries can be uploaded only after a sign-in. */
  needsSignIn: boolean
  /** The replica: its number of invitations, and the time of the last download. Null when the user has none. */
  replica: { guests: number; at: string } | null
  /** How many milliseconds this device's clock is behind the server's; null before the first measurement. */
  clockOffset: number | null
  /** Whether the offset is so large that the user is warned. */
  isClockFarOff: boolean
  /** How many outbox entries of the fallback administrator a signed-in administrator may take over. */
  toTakeOver: number
  /** Whether this browser can store data. */
  canKeep: boolean
}

const NOTHING: DeviceStatus = {
  waiting: 0,
  rejected: [],
  needsSignIn: false,
  replica: null,
  clockOffset: null,
  isClockFarOff: false,
  toTakeOver: 0,
  canKeep: true,
}

/** Creates the observable status of this device. A tab that changes something notifies the other tabs, which read the status again. */
export function createDeviceStatus(device: () => Promise<Device | undefined>) {
  const listeners = new Set<() => void>()
  const tabs = globalThis.BroadcastChannel ? new BroadcastChannel('hudur-device') : undefined
  let status = NOTHING

  function update(change: Partial<DeviceStatus>) {
    const next = { ...status, ...change }
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    for (const listener of listeners) listener()
  }

  async function read() {
    const thisDevice = await device()
    if (!thisDevice) return update({ canKeep: false })
    try {
      update(await readStatus(thisDevice))
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      update({ canKeep: false, replica: null })
    }
  }

  async function readStatus({ store, people, clock }: Device): Promise<Partial<DeviceStatus>> {
    const session = await people.session()
    const [outbox, guests, replica, local] = await Promise.all([
      session ? readOutbox(store, session.userId) : { waiting: 0, rejected: [] },
      store.count('invitations'),
      readMeta(store, 'copy'),
      session?.userId === LOCAL_ADMIN ? { waiting: 0 } : readOutbox(store, LOCAL_ADMIN),
    ])
    return {
      ...outbox,
      replica: replica && replica.account === session?.userId ? { guests, at: replica.at } : null,
      clockOffset: clock.offset(),
      isClockFarOff: clock.isFarOff(),
      toTakeOver: local.waiting,
    }
  }

  const refresh = coalesce(read)

  if (tabs) tabs.onmessage = () => void refresh()
  void refresh()

  return {
    get: () => status,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    needsSignIn: (needsSignIn: boolean) => update({ needsSignIn }),
    /** Reports that the storage failed: the disk is full, or the browser closed or deleted the database. */
    reportStorageFailure: () => update({ canKeep: false }),
    /** Reports that the device stored something, so the storage works. */
    reportStored: () => update({ canKeep: true }),
    /** Returns the result of `body`. After a storage failure sets `canKeep` to false and returns `otherwise`; other errors are thrown. */
    async orFallback<Answer>(body: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
      try {
        return await body()
      } catch (error) {
        if (!isStorageFailure(error)) throw error
        update({ canKeep: false })
        return otherwise
      }
    },
    /** Notifies the other tabs of a change on this device, and reads the status again. */
    async changed() {
      tabs?.postMessage('changed')
      await refresh()
    },
    close: () => tabs?.close(),
  }
}

export type DeviceStatusSource = ReturnType<typeof createDeviceStatus>
