import { deferredComponent } from '../loading/deferred.tsx'
import type { QrCodeProps } from './code-drawing.tsx'

const LazyQrCodeImage = deferredComponent<QrCodeProps>(async () => (await import('./code-drawing.tsx')).QrCodeImage)

/** Renders a QR code, drawn in the browser. Its background is white in both themes, as scanners need dark modules on light. */
export function QrCode({ className = '', ...code }: QrCodeProps) {
  return (
    <span className={`block bg-white forced-color-adjust-none ${className}`}>
      <LazyQrCodeImage {...code} />
    </span>
  )
}
