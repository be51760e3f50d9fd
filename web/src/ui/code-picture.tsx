import { deferredComponent } from '../loading/deferred.tsx'
import type { QrCodeProps } from './code-drawing.tsx'

const LazyQrCodeImage = deferredComponent<QrCodeProps>(async () => (await import('./code-drawing.tsx')).QrCodeImage)

/**
 * Renders a QR code. The browser draws it, so no server is needed. The background is white in both themes, because scanners need dark
 * modules on a light background.
 */
export function QrCode({ className = '', ...code }: QrCodeProps) {
  return (
    <span className={`block bg-white ${className}`}>
      <LazyQrCodeImage {...code} />
    </span>
  )
}
