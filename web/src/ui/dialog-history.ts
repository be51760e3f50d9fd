import { useEffect, useEffectEvent } from 'react'
import type { Router } from '../router/router.ts'

/*
 * Puts the open dialogs into the browser's history, so that Back closes the topmost one. Each dialog has an entry after that of its page,
 * with the same address. The state of an entry contains the number of dialogs open there. Closing a dialog in any other way goes back over
 * its entry.
 */

/** State of a history entry. `dialogs` counts the dialogs open at the entry. */
type EntryState = { dialogs?: number } | null

/** How long to wait for a traversal of the history, in milliseconds. */
const TRAVERSAL_LIMIT_MS = 1_000

/** The functions that close the open dialogs, the topmost last. */
const open: (() => void)[] = []

let timer: ReturnType<typeof setTimeout> | undefined

/** The pending traversal that this module has started. */
let traversal: Promise<void> | undefined

const stateOfEntry = (): EntryState => history.state

/** Returns the number of dialogs at the current entry. */
const dialogsHere = () => stateOfEntry()?.dialogs ?? 0

function addEntry() {
  // Going back to the page must not restore the scroll position from before the dialog was opened.
  history.scrollRestoration = 'manual'
  history.pushState({ ...stateOfEntry(), dialogs: dialogsHere() + 1 }, '')
  history.scrollRestoration = 'auto'
}

/** Goes back by `count` entries. */
function goBack(count: number) {
  traversal = new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(limit)
      window.removeEventListener('popstate', end)
      traversal = undefined
      resolve()
    }
    const limit = setTimeout(() => {
      // There is no entry to go back to: a browser may have restored this one alone.
      history.replaceState({ ...stateOfEntry(), dialogs: 0 }, '')
      end()
    }, TRAVERSAL_LIMIT_MS)
    window.addEventListener('popstate', end)
    history.go(-count)
  })
  return traversal
}

/** Adds an entry for each open dialog, and goes back over those of closed ones. */
function matchEntries() {
  if (traversal) return
  while (dialogsHere() < open.length) addEntry()
  const extraEntries = dialogsHere() - open.length
  if (extraEntries > 0) void goBack(extraEntries).then(matchEntries)
}

/** Waits for a task, because the handler that closes a dialog often opens another one or leaves the page. */
function matchEntriesSoon() {
  clearTimeout(timer)
  timer = setTimeout(matchEntries)
}

function closeByBack() {
  history.scrollRestoration = 'auto'
  if (traversal) return
  for (const close of open.slice(dialogsHere()).reverse()) close()
  // A dialog that stays open while an action is pending needs a new entry; an entry reached by Forward has no dialog.
  matchEntriesSoon()
}

/** Waits until the current entry is that of the page, without dialogs. */
export async function returnToPage() {
  await traversal
  if (dialogsHere() > 0) await goBack(dialogsHere())
}

/**
 * Connects the router with dialogs: navigation starts from the page's own entry, and Back closes dialogs. The entry of a dialog that a
 * reload has closed is left.
 */
export function withDialogHistory(router: Router): Router {
  // Adding the same listener again has no effect.
  window.addEventListener('popstate', closeByBack)
  window.addEventListener('pageshow', matchEntriesSoon)
  matchEntriesSoon()

  const { navigate } = router
  return Object.assign(router, {
    async navigate(...given: Parameters<typeof navigate>) {
      if (traversal || dialogsHere() > 0) await returnToPage()
      await navigate(...given)
      matchEntriesSoon()
    },
  })
}

/** Makes the browser's Back call `close` while a dialog is open. */
export function useDialogHistory(isOpen: boolean, close: () => void) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const entry = () => closeNow()
    open.push(entry)
    matchEntriesSoon()
    return () => {
      open.splice(open.indexOf(entry), 1)
      matchEntriesSoon()
    }
  }, [isOpen])
}
