import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A change of an event, its invitations or admissions (`eventId`), or of a link (`linkId`). Without both: of the account's conflicts, or
 * its deletion.
 */
export type Change = { userId: string; eventId?: string | undefined; linkId?: string | undefined }

/** Reports the changes of committed writes. Live figures subscribe to them and read again what has changed. */
export type ChangeNotifier = {
  /**
   * Calls `listener` with the changes of each commit, and with an empty list when changes may have been missed. Returns a function that
   * unsubscribes.
   */
  subscribe: (listener: (changes: readonly Change[]) => void) => () => void
  /** Returns whether the changes of other processes are reported too. While it returns false, subscribers must also read at an interval. */
  areComplete: () => boolean
}

/** The changes that a write in progress has recorded so far, by user, event and link. */
export type RecordedChanges = Map<string, Change>

/** The recorded changes of the current write; undefined outside a write. */
export const currentWriteStorage = new AsyncLocalStorage<RecordedChanges>()

/** Records a change inside a write. The change is reported when the write is committed. */
export function recordChange(change: Change) {
  const { userId, eventId = '', linkId = '' } = change
  currentWriteStorage.getStore()?.set(`${userId} ${eventId} ${linkId}`, change)
}

/** Records one change for each event. Most scans of a set are of one event, so a change equal to the one before is skipped. */
export function recordChanges(invitations: readonly { userId: string; eventId: string | null }[]) {
  let last: { userId: string; eventId: string | null } | undefined
  for (const invitation of invitations) {
    const { userId, eventId } = invitation
    if (userId !== last?.userId || eventId !== last.eventId) recordChange({ userId, eventId: eventId ?? undefined })
    last = invitation
  }
}

/** Creates the list of the change listeners of this process, with functions that report changes to them. */
export function createChangeListeners() {
  const listeners = new Set<(changes: readonly Change[]) => void>()

  /** Calls each listener. An exception becomes a process warning; the write is committed, and the other listeners are called. */
  function callListeners(changes: readonly Change[]) {
    for (const listener of listeners)
      try {
        listener(changes)
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error))
      }
  }

  return {
    report(changes: readonly Change[]) {
      if (changes.length > 0) callListeners(changes)
    },
    /** Informs the listeners that changes may have been missed. */
    reportGap: () => callListeners([]),
    subscribe(listener: (changes: readonly Change[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
