import { encodeQR } from 'qr'
import { useMemo } from 'react'

type CodePictureProps = {
  /** The text in the code. */
  code: string
  label: string
  className?: string
}

/** Shows a QR code, drawn in the browser, so that it needs no server. It is white in both themes, because a code must be dark on light. */
export function CodePicture({ code, label, className = '' }: CodePictureProps) {
  const address = useMemo(() => `data:image/svg+xml,${encodeURIComponent(encodeQR(code, 'svg', { ecc: 'medium', border: 2 }))}`, [code])
  return <img alt={label} className={`bg-white ${className}`} height={300} src={address} width={300} />
}
