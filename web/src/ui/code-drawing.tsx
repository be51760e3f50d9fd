import { encodeQR } from 'qr'
import { useMemo } from 'react'

export type QrCodeProps = {
  code: string
  label: string
  className?: string
}

export function QrCodeImage({ code, label }: QrCodeProps) {
  const address = useMemo(() => `data:image/svg+xml,${encodeURIComponent(encodeQR(code, 'svg', { ecc: 'medium', border: 2 }))}`, [code])
  return <img alt={label} className="size-full rounded-[inherit]" height={300} src={address} width={300} />
}
