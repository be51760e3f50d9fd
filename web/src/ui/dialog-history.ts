import { useEffect, useEffectEvent } from 'react'
import type { Router } from '../router/router.ts'

/*
 * Adds open dialogs to the browser's history, so that Back closes the topmost dialog. Each dialog has a history entry after that of its
 * page, with the same URL. The state of an entry contains the number of dialogs that are open at it. When a dialog is closed without Back,
 * this module goes back over the dialog's entry.
 */

/** The state of a history entry. `dialogs` is the number of dialogs that are open at the entry. */
type EntryState = { dialogs?: number } | null

/**
 * How long a move back may take (ms): over an entry that this page has added, which a busy phone may need seconds for, and over one from
 * before a reload, below which the browser may have no entry. A move that came after the router has navigated would leave the new screen.
 */
const TRAVERSAL_TIMEOUT_MS = 10_000
const TRAVERSAL_AFTER_RELOAD_TIMEOUT_MS = 1_000

let hasAddedEntry = false

/** The functions that close the open dialogs. The last one closes the topmost dialog. */
const openDialogClosers: (() => void)[] = []

let timer: ReturnType<typeof setTimeout> | undefined

/** The pending move back in the history that this module has started. */
let pendingTraversal: Promise<void> | undefined

const readEntryState = (): EntryState => history.state

const dialogCountAtEntry = () => readEntryState()?.dialogs ?? 0

function addHistoryEntry() {
  // When Back closes the dialog, the browser must not restore the scroll position from before the dialog was opened.
  history.scrollRestoration = 'manual'
  history.pushState({ ...readEntryState(), dialogs: dialogCountAtEntry() + 1 }, '')
  history.scrollRestoration = 'auto'
  hasAddedEntry = true
}

/** Goes back by `count` entries in the history. The promise resolves when the browser has arrived there. */
function goBack(count: number) {
  pendingTraversal = new Promise<void>(resolve => {
    const endTraversal = () => {
      clearTimeout(timeoutTimer)
      window.removeEventListener('popstate', endTraversal)
      pendingTraversal = undefined
      resolve()
    }
    const timeoutTimer = setTimeout(
      () => {
        // The browser has no entry to go back to, for example after it restored only this one.
        history.replaceState({ ...readEntryState(), dialogs: 0 }, '')
        endTraversal()
      },
      hasAddedEntry ? TRAVERSAL_TIMEOUT_MS : TRAVERSAL_AFTER_RELOAD_TIMEOUT_MS,
    )
    window.addEventListener('popstate', endTraversal)
    history.go(-count)
  })
  return pendingTraversal
}

/** Adds a history entry for each open dialog that has none, and goes back over the entries of closed dialogs. */
function matchEntriesToDialogs() {
  if (pendingTraversal) return
  while (dialogCountAtEntry() < openDialogClosers.length) addHistoryEntry()
  const extraEntries = dialogCountAtEntry() - openDialogClosers.length
  if (extraEntries > 0) void goBack(extraEntries).then(matchEntriesToDialogs)
}

/** Waits for a later task, because the event handler that closes a dialog often opens another dialog or leaves the page. */
function matchEntriesToDialogsLater() {
  clearTimeout(timer)
  timer = setTimeout(matchEntriesToDialogs)
}

function closeDialogsOnPopState() {
  history.scrollRestoration = 'auto'
  if (pendingTraversal) return
  for (const close of openDialogClosers.slice(dialogCountAtEntry()).reverse()) close()
  // A dialog that stays open because its action is pending needs a new entry. An entry that Forward has opened has no dialog, so the
  // module goes back over it.
  matchEntriesToDialogsLater()
}

/** Returns whether a dialog is open. Toasts, which have a role of dialogs too, are none. */
export const hasOpenDialog = () => openDialogClosers.length > 0

/** Closes the topmost dialog, if one is open. */
export const closeTopDialog = () => openDialogClosers.at(-1)?.()

/** Closes the topmost dialog at Escape. React Aria does so only while an element of the dialog has the focus, which can disappear. */
function closeDialogWithoutFocus({ key }: KeyboardEvent) {
  if (key === 'Escape' && (document.activeElement ?? document.body) === document.body) closeTopDialog()
}

export async function returnToPageEntry() {
  await pendingTraversal
  if (dialogCountAtEntry() > 0) await goBack(dialogCountAtEntry())
}

/** Lets Back close dialogs, and returns to the page's entry before the router navigates. Removes entries left by a reload. */
export function withDialogHistory(router: Router): Router {
  // Adding the same listener a second time has no effect, so this function may be called repeatedly.
  window.addEventListener('popstate', closeDialogsOnPopState)
  window.addEventListener('pageshow', matchEntriesToDialogsLater)
  window.addEventListener('keydown', closeDialogWithoutFocus)
  matchEntriesToDialogsLater()

  const { navigate } = router
  return Object.assign(router, {
    async navigate(...given: Parameters<typeof navigate>) {
      if (pendingTraversal || dialogCountAtEntry() > 0) await returnToPageEntry()
      await navigate(...given)
      matchEntriesToDialogsLater()
    },
  })
}

/** Makes the browser's Back call `close` while `isOpen` is true. */
export function useDialogHistory(isOpen: boolean, close: () => void) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const dialogCloser = () => closeNow()
    openDialogClosers.push(dialogCloser)
    matchEntriesToDialogsLater()
    return () => {
      openDialogClosers.splice(openDialogClosers.indexOf(dialogCloser), 1)
      matchEntriesToDialogsLater()
    }
  }, [isOpen])
}
