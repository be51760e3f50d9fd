import { Check, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

const CONFIRMATION_DURATION_MS = 2000

type CopyButtonProps = {
  label: string
  Icon: LucideIcon
  /** Returns the text to copy. */
  read: () => string
  failure?: string
  variant: 'ghost' | 'outline'
  className?: string
}

/** Renders a button that copies a text, and says for two seconds that it was copied. */
export function CopyButton({ label, Icon, read, failure, ...props }: CopyButtonProps) {
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), CONFIRMATION_DURATION_MS)
    return () => clearTimeout(timer)
  }, [copies])

  async function copy() {
    if (await copyText(read(), failure)) setCopies(before => before + 1)
  }

  const ShownIcon = copies > 0 ? Check : Icon
  return (
    <Button {...props} onPress={() => void copy()}>
      <ShownIcon aria-hidden="true" className="size-5" strokeWidth={1.6} />
      <span aria-live="polite">{copies > 0 ? text.ui.copied : label}</span>
    </Button>
  )
}
