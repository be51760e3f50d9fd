import { createJsonStorage } from './json-storage.ts'

/** The beginning of the keys in local storage. `sentMarkStore.leaveOnly` deletes the entries of other accounts by it. */
const KEY_PREFIX = 'answers '

/** The maximum number of events whose times are stored for an account. The times that were written last stay. */
const MAX_EVENTS = 100

const storage = createJsonStorage('localStorage')

const readTimes = (account: string) => (storage.read(KEY_PREFIX + account) ?? []) as [eventId: string, at: string][]

/** Stores on this device, for each event of an account, the time of the latest answer that the account has seen. */
export const seenAnswerStore = {
  /** Returns the time of the latest answer that the account has seen; undefined before the first visit. */
  read: (account: string, eventId: string) => readTimes(account).find(([id]) => id === eventId)?.[1],

  write(account: string, eventId: string, at: string) {
    const others = readTimes(account).filter(([id]) => id !== eventId)
    storage.write(KEY_PREFIX + account, [...others, [eventId, at]].slice(-MAX_EVENTS))
  },
}
