import { encodeQR } from 'qr'
import { useMemo } from 'react'

export type CodePictureProps = {
  /** The text in the code. */
  code: string
  label: string
  className?: string
}

/** The drawing of a `CodePicture`. */
export function CodeDrawing({ code, label }: CodePictureProps) {
  const address = useMemo(() => `data:image/svg+xml,${encodeURIComponent(encodeQR(code, 'svg', { ecc: 'medium', border: 2 }))}`, [code])
  return <img alt={label} className="size-full rounded-[inherit]" height={300} src={address} width={300} />
}
