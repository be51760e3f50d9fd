import { text } from '../text/ar.ts'
import { starPoints } from './star-pattern.ts'
import { wordmarkPath } from './wordmark.ts'

const symbolRingPath = [31, 22.2].map(radius => `M${starPoints({ x: 32, y: 32, radius }).replaceAll(' ', 'L')}Z`).join('')

/** Renders the symbol of the product: the finder pattern of a QR code whose ring is an eight-pointed star. */
function LogoSymbol({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className={className} fill="currentColor" viewBox="0 0 64 64">
      <path d={symbolRingPath} fillRule="evenodd" />
      <rect height="17" rx="1.5" width="17" x="23.5" y="23.5" />
    </svg>
  )
}

function Wordmark({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className={className} fill="currentColor" viewBox="-20 -945 1920 960">
      <path d={wordmarkPath} />
    </svg>
  )
}

export function Logo({ size = 'md' }: { size?: 'md' | 'lg' }) {
  return (
    <span aria-label={text.product} className="inline-flex items-center gap-2.5" role="img">
      <LogoSymbol className={size === 'lg' ? 'size-[48px]' : 'size-[36px]'} />
      <Wordmark className={size === 'lg' ? 'h-[40px] w-auto' : 'h-[32px] w-auto'} />
    </span>
  )
}
