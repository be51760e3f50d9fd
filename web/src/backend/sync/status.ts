import { LOCAL_ADMIN_USERNAME } from '@hudur/core/accounts/username'
import type { ScanAnswer } from '@hudur/core/check-in/contract'
import type { Device, DeviceOpening } from '../store/device.ts'
import { readOutbox } from '../store/outbox.ts'
import { isStorageFailure, type OutboxEntry, readMeta } from '../store/store.ts'
import { coalesce } from './coalesce.ts'

export type DeviceStatus = {
  waiting: number
  /** The entries that the server rejected, each with its refusal. The screen lists them as «لم يُرسل». */
  rejected: readonly OutboxEntry[]
  /** Whether the user must sign in on the server before the waiting entries can be uploaded. */
  needsSignIn: boolean
  /** The number of invitations in the replica, and the time of the last download. Null when there is no replica of the user. */
  replica: { guests: number; at: string } | null
  /** How many invitations of a full download with several parts are stored; null when no such download is being stored. */
  download: { stored: number; total: number } | null
  /** How many milliseconds this device's clock is behind the server's; null before the first measurement. */
  clockOffset: number | null
  /** Whether the clock offset is so large that the user is warned. */
  isClockFarOff: boolean
  /** The number of outbox entries of the fallback administrator, which a signed-in administrator may take over. */
  takeOverCount: number
  canStoreData: boolean
  /**
   * The last answer of the server that did not admit a guest whom this device had already admitted. `nonce`: the idempotency key of the
   * scan. Null before the first one.
   */
  lateRefusal: { nonce: string; answer: ScanAnswer } | null
  /**
   * The idempotency key of the last scan that this device admitted before the server answered, and whose request then got no answer. Null
   * before the first one, and once nothing waits for the upload.
   */
  unanswered: string | null
}

const INITIAL_STATUS: DeviceStatus = {
  waiting: 0,
  rejected: [],
  needsSignIn: false,
  replica: null,
  download: null,
  clockOffset: null,
  isClockFarOff: false,
  takeOverCount: 0,
  canStoreData: true,
  lateRefusal: null,
  unanswered: null,
}

/** Creates the observable status of this device. A tab that changes data notifies the other tabs, which then read the status again. */
export function createDeviceStatus({ device, openedLate }: DeviceOpening) {
  const listeners = new Set<() => void>()
  const tabs = globalThis.BroadcastChannel ? new BroadcastChannel('hudur-device') : undefined
  let status = INITIAL_STATUS

  function updateStatus(change: Partial<DeviceStatus>) {
    const next = { ...status, ...change }
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    for (const listener of listeners) listener()
  }

  async function readAndUpdateStatus() {
    const thisDevice = await device()
    if (!thisDevice) return updateStatus({ canStoreData: false })
    try {
      updateStatus(await readStatus(thisDevice))
    } catch (error) {
      if (!isStorageFailure(error)) throw error
      updateStatus({ canStoreData: false, replica: null })
    }
  }

  async function readStatus({ store, people, clock }: Device): Promise<Partial<DeviceStatus>> {
    const session = await people.session()
    const [outbox, guests, replica, local] = await Promise.all([
      session ? readOutbox(store, session.userId) : { waiting: 0, rejected: [] },
      store.count('invitations'),
      readMeta(store, 'replica'),
      session?.userId === LOCAL_ADMIN_USERNAME ? { waiting: 0 } : readOutbox(store, LOCAL_ADMIN_USERNAME),
    ])
    return {
      ...outbox,
      ...(outbox.waiting === 0 && { unanswered: null }),
      replica: replica && replica.account === session?.userId ? { guests, at: replica.at } : null,
      clockOffset: clock.offset(),
      isClockFarOff: clock.isFarOff(),
      takeOverCount: local.waiting,
    }
  }

  const refresh = coalesce(readAndUpdateStatus)

  async function changed() {
    tabs?.postMessage('changed')
    await refresh()
  }

  if (tabs) tabs.onmessage = () => void refresh()
  void refresh()
  void openedLate.then(isLate => {
    if (!isLate) return
    updateStatus({ canStoreData: true })
    void changed()
  })

  return {
    get: () => status,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setDownload: (download: DeviceStatus['download']) => updateStatus({ download }),
    setLateRefusal: (lateRefusal: DeviceStatus['lateRefusal']) => updateStatus({ lateRefusal }),
    setUnanswered: (unanswered: string) => updateStatus({ unanswered }),
    setNeedsSignIn: (needsSignIn: boolean) => updateStatus({ needsSignIn }),
    /** Records that the storage failed: the disk is full, or the browser closed or deleted the database. */
    reportStorageFailure: () => updateStatus({ canStoreData: false }),
    /** Records that a write succeeded, so the storage works. */
    reportStored: () => updateStatus({ canStoreData: true }),
    /**
     * Returns the result of `body`. After a storage failure it sets `canStoreData` to false and returns `otherwise`. Throws all other
     * errors.
     */
    async orFallback<Answer>(body: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
      try {
        return await body()
      } catch (error) {
        if (!isStorageFailure(error)) throw error
        updateStatus({ canStoreData: false })
        return otherwise
      }
    },
    /** Notifies the other tabs of a change on this device, and reads the status again. */
    changed,
    close: () => tabs?.close(),
  }
}

export type DeviceStatusSource = ReturnType<typeof createDeviceStatus>
