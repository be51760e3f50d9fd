import { codeText, type Invitation } from '@hudur/core'
import { encodeQR } from 'qr'
import { useMemo } from 'react'
import { text } from '../../text/ar.ts'

/** An invitation's code as a picture, drawn here: it is there when no server is. */
export function CodePicture({ invitation, guest }: { invitation: Invitation; guest: string }) {
  const address = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(encodeQR(codeText(invitation), 'svg', { ecc: 'medium', border: 2 }))}`,
    [invitation],
  )
  return <img alt={text.scanner.qrOf(guest)} className="size-31 shrink-0 rounded bg-white" height={300} src={address} width={300} />
}
