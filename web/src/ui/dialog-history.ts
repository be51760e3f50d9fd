import { useEffect, useEffectEvent } from 'react'
import type { createBrowserRouter } from 'react-router'

/*
 * The browser's history knows the open dialogs, so that Back closes the topmost one. Each has an entry on top of that of its page, with the
 * page's address. An entry's state holds how many dialogs are open there. A dialog that is closed otherwise takes its entry away.
 */

/** The router keeps the place of an entry in the history under `idx`. */
type EntryState = { idx?: number; dialogs?: number } | null

/** A traversal that has not arrived after so long (ms) is no longer waited for. */
const TRAVERSAL_LIMIT = 1_000

/** What closes each open dialog, the topmost last. */
const open: (() => void)[] = []

let timer: ReturnType<typeof setTimeout> | undefined

/** The traversal under way that was begun here. */
let traversal: Promise<void> | undefined

const stateOfEntry = (): EntryState => history.state

/** How many dialogs are open at the current entry. */
const dialogsHere = () => stateOfEntry()?.dialogs ?? 0

function addEntry() {
  const { idx, ...state } = stateOfEntry() ?? {}
  // Going back to the page must not scroll it to where it stood when the dialog was opened.
  history.scrollRestoration = 'manual'
  history.pushState({ ...state, ...(idx !== undefined && { idx: idx + 1 }), dialogs: dialogsHere() + 1 }, '')
  history.scrollRestoration = 'auto'
}

/** Goes back by so many entries. */
function goBack(count: number) {
  traversal = new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(limit)
      window.removeEventListener('popstate', end)
      traversal = undefined
      resolve()
    }
    const limit = setTimeout(() => {
      // There is nothing to go back to: a browser may have restored this entry alone.
      history.replaceState({ ...stateOfEntry(), dialogs: 0 }, '')
      end()
    }, TRAVERSAL_LIMIT)
    window.addEventListener('popstate', end)
    history.go(-count)
  })
  return traversal
}

/** Gives each open dialog an entry, and takes away those of dialogs that are open no more. */
function settle() {
  if (traversal) return
  while (dialogsHere() < open.length) addEntry()
  const spare = dialogsHere() - open.length
  if (spare > 0) void goBack(spare).then(settle)
}

/** Not at once: what closes one dialog often opens another, or leaves the page. */
function settleSoon() {
  clearTimeout(timer)
  timer = setTimeout(settle)
}

function closeByBack() {
  history.scrollRestoration = 'auto'
  if (traversal) return
  for (const close of open.slice(dialogsHere()).reverse()) close()
  // A dialog that stays, because it waits for an answer, gets another entry; one that Forward came to has none here.
  settleSoon()
}

/** Waits until the current entry is that of the page itself. */
export async function returnToPage() {
  await traversal
  if (dialogsHere() > 0) await goBack(dialogsHere())
}

/** Lets a router leave the page itself, never the entry of a dialog, and Back close dialogs. An entry whose dialog a reload closed is left. */
export function withDialogHistory(router: ReturnType<typeof createBrowserRouter>) {
  // Added again, the same listener is still one.
  window.addEventListener('popstate', closeByBack)
  window.addEventListener('pageshow', settleSoon)
  settleSoon()

  const navigate = router.navigate as (...given: unknown[]) => Promise<void>
  const navigateFromPage = async (...given: unknown[]) => {
    if (traversal || dialogsHere() > 0) await returnToPage()
    await navigate(...given)
    settleSoon()
  }
  return Object.assign(router, { navigate: navigateFromPage as typeof router.navigate })
}

/** Lets the browser's Back call `close` while a dialog is open. */
export function useDialogHistory(isOpen: boolean, close: () => void) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const entry = () => closeNow()
    open.push(entry)
    settleSoon()
    return () => {
      open.splice(open.indexOf(entry), 1)
      settleSoon()
    }
  }, [isOpen])
}
