import { encodeQR } from 'qr'
import { useEffect, useState } from 'react'

export type QrCodeProps = {
  code: string
  label: string
  className?: string
}

const drawCode = (code: string) => `data:image/svg+xml,${encodeURIComponent(encodeQR(code, 'svg', { ecc: 'medium', border: 2 }))}`

/** Calls `work` after the next frame was shown. Returns a function that prevents the call. */
function afterNextFrame(work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Renders a QR code. It is drawn after what surrounds it was shown, because a slow phone needs a while, and a verdict must not wait. */
export function QrCodeImage({ code, label }: QrCodeProps) {
  const [drawn, setDrawn] = useState<{ code: string; address: string }>()
  useEffect(() => afterNextFrame(() => setDrawn({ code, address: drawCode(code) })), [code])
  if (drawn?.code !== code) return null
  return <img alt={label} className="size-full rounded-[inherit]" height={300} src={drawn.address} width={300} />
}
