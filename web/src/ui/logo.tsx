import { text } from '../text/ar.ts'
import { starPoints } from './khatim.ts'
import { wordmark } from './wordmark.ts'

const ring = [31, 22.2].map(radius => `M${starPoints({ x: 32, y: 32, radius }).replaceAll(' ', 'L')}Z`).join('')

/** The product's sign: the finder pattern of a QR code with an eight-pointed star as its ring. */
function Mark({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className={className} fill="currentColor" viewBox="0 0 64 64">
      <path d={ring} fillRule="evenodd" />
      <rect height="17" rx="1.5" width="17" x="23.5" y="23.5" />
    </svg>
  )
}

function Wordmark({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" className={className} fill="currentColor" viewBox="-20 -945 1920 960">
      <path d={wordmark} />
    </svg>
  )
}

/** The sign and the product's name in one colour, the sign at the start of the line. */
export function Logo({ size = 'md' }: { size?: 'md' | 'lg' }) {
  return (
    <span aria-label={text.product} className="inline-flex items-center gap-2.5" role="img">
      <Mark className={size === 'lg' ? 'size-[48px]' : 'size-[36px]'} />
      <Wordmark className={size === 'lg' ? 'h-[40px] w-auto' : 'h-[32px] w-auto'} />
    </span>
  )
}
