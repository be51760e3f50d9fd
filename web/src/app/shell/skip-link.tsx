import { text } from '../../text/ar.ts'
import { PAGE_ID } from './page.tsx'

/** Renders a link with which keyboard users skip the header. It is visible only while it has the focus. */
export function SkipLink() {
  return (
    <a
      className="print:hidden absolute start-4 top-2 z-30 -translate-y-20 rounded-lg bg-accent px-4 py-2.5 font-medium text-accent-foreground text-sm focus:translate-y-0"
      href={`#${PAGE_ID}`}
      onClick={event => {
        event.preventDefault()
        document.getElementById(PAGE_ID)?.focus()
      }}
    >
      {text.shell.skip}
    </a>
  )
}
