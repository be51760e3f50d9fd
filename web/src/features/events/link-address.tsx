import type { EventSummary, LinkWithUrl } from '@hudur/core'
import { Copy, MessageCircle, TriangleAlert } from 'lucide-react'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { CodePicture } from '../../ui/code-picture.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { say } from '../../ui/toast.tsx'

const words = text.links

type LinkAddressProps = { link: LinkWithUrl; event: Pick<EventSummary, 'name'>; onClose: () => void }

/** Shows the address of a new link, once: as a code for another phone's camera, as text to copy, and to be sent by WhatsApp. */
export function LinkAddress({ link, event, onClose }: LinkAddressProps) {
  const address = new URL(link.url, window.location.origin).href

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      say.done(text.ui.copied)
    } catch {
      // Without HTTPS the browser offers no clipboard.
      say.failure(text.ui.copyFailed)
    }
  }

  const send = () =>
    window.open(`https://wa.me/?text=${encodeURIComponent(words.messages[link.role](event.name, address))}`, '_blank', 'noopener')

  return (
    <Dialog
      footer={
        <div className="grid w-full gap-2">
          <Button className="w-full" onPress={send}>
            <MessageCircle aria-hidden="true" className="size-5" strokeWidth={1.7} />
            {words.whatsapp}
          </Button>
          <Button className="w-full" onPress={onClose} variant="ghost">
            {words.done}
          </Button>
        </div>
      }
      isDismissable={false}
      isOpen
      onOpenChange={onClose}
      title={words.title(link.name)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-4">
        <CodePicture className="size-62 rounded-lg border border-border p-2" code={address} label={words.codeOf(link.name)} />
        <p className="text-muted text-sm">{words.scanHint}</p>
        <div className="flex w-full items-center gap-1 rounded-lg border border-field-border ps-3">
          <input
            aria-label={words.address}
            className="ltr w-full min-w-0 bg-transparent py-2 text-sm outline-none"
            onFocus={focused => focused.currentTarget.select()}
            readOnly
            value={address}
          />
          <Button onPress={() => void copy()} variant="ghost">
            <Copy aria-hidden="true" className="size-4" strokeWidth={1.7} />
            {words.copy}
          </Button>
        </div>
        <Notice className="w-full" tone="warning">
          <span className="flex items-start gap-2">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.7} />
            {words.onlyNow}
          </span>
        </Notice>
      </div>
    </Dialog>
  )
}
