import type { Invitation } from '@hudur/core'
import { Copy, ExternalLink } from 'lucide-react'
import { text } from '../../../text/ar.ts'
import { IconButton } from '../../../ui/button.tsx'
import { say } from '../../../ui/toast.tsx'

const words = text.data.page

/** Shows the address of the guest's page, to be copied or opened. */
export function PageLink({ invitation: { code } }: { invitation: Pick<Invitation, 'code'> }) {
  const address = `${window.location.origin}/i/${code}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      say.done(text.ui.copied)
    } catch {
      // Without HTTPS the browser offers no clipboard.
      say.failure(text.ui.copyFailed)
    }
  }

  return (
    <div>
      <p className="mb-1 font-semibold text-sm">{words.title}</p>
      <div className="flex items-center rounded-lg border border-field-border ps-3">
        <input
          aria-label={words.title}
          className="ltr w-full min-w-0 bg-transparent py-2 text-sm outline-none"
          onFocus={focused => focused.currentTarget.select()}
          readOnly
          value={address}
        />
        <IconButton label={words.copy} onPress={() => void copy()} size="sm">
          <Copy aria-hidden="true" className="size-4" strokeWidth={1.7} />
        </IconButton>
        <IconButton label={words.open} onPress={() => window.open(`${address}#preview`, '_blank', 'noopener')} size="sm">
          <ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.7} />
        </IconButton>
      </div>
    </div>
  )
}
