import { later } from '../loading/later.tsx'
import type { CodePictureProps } from './code-drawing.tsx'

const Drawing = later<CodePictureProps>(async () => (await import('./code-drawing.tsx')).CodeDrawing)

/** Shows a QR code, drawn in the browser, so that it needs no server. It is white in both themes, because a code must be dark on light. */
export function CodePicture({ className = '', ...code }: CodePictureProps) {
  return (
    <span className={`block bg-white ${className}`}>
      <Drawing {...code} />
    </span>
  )
}
