import type { EventSummary } from '@hudur/core/events/contract'
import type { LinkWithUrl } from '@hudur/core/links/contract'
import { MessageCircle, TriangleAlert } from 'lucide-react'
import { usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { QrCode } from '../../ui/code-picture.tsx'
import { CopyUrlField } from '../../ui/copy-url-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'

const words = text.links

type LinkUrlDialogProps = { link: LinkWithUrl; event: Pick<EventSummary, 'name'>; onClose: () => void }

/** Shows the URL of a new or reissued link as QR code, text and WhatsApp message. It cannot be shown again later. */
export function LinkUrlDialog({ link, event, onClose }: LinkUrlDialogProps) {
  const url = new URL(link.url, usePublicOrigin()).href

  const sendByWhatsapp = () =>
    window.open(`https://wa.me/?text=${encodeURIComponent(words.messages[link.role](event.name, url))}`, '_blank', 'noopener')

  return (
    <Dialog
      footer={
        <div className="grid w-full gap-2">
          <Button className="w-full" onPress={sendByWhatsapp}>
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
        <QrCode className="size-62 rounded-lg border border-border p-2" code={url} label={words.codeOf(link.name)} />
        <p className="text-muted text-sm">{words.scanHint}</p>
        <CopyUrlField copyLabel={words.copy} label={words.address} url={url} />
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
