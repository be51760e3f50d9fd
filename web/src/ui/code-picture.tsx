import { encodeQR } from 'qr'
import { useMemo } from 'react'

type CodePictureProps = {
  /** The text in the code. */
  code: string
  label: string
  className?: string
}

/** A QR code as a picture, drawn here: it is there when no server is. White in both themes: a code is read from paper. */
export function CodePicture({ code, label, className = '' }: CodePictureProps) {
  const address = useMemo(() => `data:image/svg+xml,${encodeURIComponent(encodeQR(code, 'svg', { ecc: 'medium', border: 2 }))}`, [code])
  return <img alt={label} className={`bg-white ${className}`} height={300} src={address} width={300} />
}
