import type { User } from '@hudur/core/accounts/contract'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { text } from '../../text/ar.ts'
import { IconButton } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { hasOpenDialog } from '../../ui/dialog-history.ts'

const FindDialog = deferredDialog(async () => (await import('./find-dialog.tsx')).FindDialog)

/** The event of the window that opens the search in everything. */
export const FIND_EVENT = 'find'

/** Returns whether Ctrl K or Cmd K was pressed. With an Arabic layout the key types another letter, so its place on the keyboard decides. */
const isShortcut = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  ctrlKey !== metaKey && !altKey && !shiftKey && (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)))

/** Renders the button that opens the search in everything, which Ctrl K and Cmd K open too while no dialog is open. */
export function FindButton({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const openByKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      if (!hasOpenDialog()) setOpen(true)
    }
    addEventListener('keydown', openByKey, { signal: stop.signal })
    addEventListener(FIND_EVENT, () => setOpen(true), { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return (
    <>
      {/* Between a phone and a desktop the header has no room for it in one line. */}
      <IconButton aria-keyshortcuts="Control+K Meta+K" className="md:max-lg:hidden" label={text.find.title} onPress={() => setOpen(true)}>
        <Search aria-hidden="true" className="size-5" strokeWidth={1.7} />
      </IconButton>
      <FindDialog isOpen={isOpen} onOpenChange={setOpen} user={user} />
    </>
  )
}
