import type { Invitation } from '@hudur/core/invitations/invitation'
import { ExternalLink } from 'lucide-react'
import { usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { IconButton } from '../../ui/button.tsx'
import { CopyUrlField } from '../../ui/copy-url-field.tsx'

const words = text.data.page

/** Renders the URL of the guest's page, with buttons that copy the URL and open the page. */
export function GuestPageLink({ invitation: { code } }: { invitation: Pick<Invitation, 'code'> }) {
  const url = `${usePublicOrigin()}/i/${code}`
  return (
    <div>
      <p className="mb-1 font-semibold text-sm">{words.title}</p>
      <CopyUrlField copyLabel={words.copy} label={words.title} url={url}>
        <IconButton label={words.open} onPress={() => window.open(`${url}#preview`, '_blank', 'noopener')} size="sm">
          <ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.7} />
        </IconButton>
      </CopyUrlField>
    </div>
  )
}
