import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A change of an account's data: of one of its events with the invitations and admissions, of the rights of a link, or otherwise of its
 * conflicts only.
 */
export type Change = { userId: string; eventId?: string | undefined; linkId?: string | undefined }

/** The changes of committed writes, by which live figures know what to read again. */
export type Changes = {
  /**
   * Calls `listener` after each commit, and without changes when some may have been missed. Returns a function that ends the calls.
   */
  subscribe: (listener: (changes: readonly Change[]) => void) => () => void
  /** Returns whether the changes of other processes are reported too. While they are not, their users must read again at an interval. */
  areComplete: () => boolean
}

/** The write that the current asynchronous context belongs to, and the changes that it has made so far. */
export type Write = { changes: Map<string, Change> }

export const writing = new AsyncLocalStorage<Write>()

/** Returns a write without changes. */
export const newWrite = (): Write => ({ changes: new Map() })

/** Notes a change inside a write. It is reported when the write is committed. */
export function noteChange(change: Change) {
  const { userId, eventId = '', linkId = '' } = change
  writing.getStore()?.changes.set(`${userId} ${eventId} ${linkId}`, change)
}

/** Notes the changes of several invitations, each event once. */
export function noteChanges(invitations: readonly { userId: string; eventId: string | null }[]) {
  for (const { userId, eventId } of invitations) noteChange({ userId, eventId: eventId ?? undefined })
}

/** Creates the list of the listeners of one process. */
export function changeListeners() {
  const listeners = new Set<(changes: readonly Change[]) => void>()

  /** Calls each listener. The error of one reaches neither the write that is reported nor the other listeners. */
  function callAll(changes: readonly Change[]) {
    for (const listener of listeners)
      try {
        listener(changes)
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error))
      }
  }

  return {
    report(changes: readonly Change[]) {
      if (changes.length > 0) callAll(changes)
    },
    /** Tells the listeners that changes may have been missed. */
    reportGap: () => callAll([]),
    subscribe(listener: (changes: readonly Change[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
