import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { TextField } from '../../ui/text-field.tsx'

const words = text.settings

const CONFIRMATION_DISPLAY_MS = 2000

export function SystemLink() {
  const [isCopied, setCopied] = useState(false)
  const address = window.location.origin

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_DISPLAY_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copyAddress() {
    if (await copyText(address)) setCopied(true)
  }

  const Icon = isCopied ? Check : Copy
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField aria-label={words.link} className="min-w-48 grow" isLtr isReadOnly label={words.link} value={address} />
      <Button className="min-w-36" onPress={() => void copyAddress()} variant="outline">
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.6} />
        <span aria-live="polite">{isCopied ? text.ui.copied : words.copy}</span>
      </Button>
    </div>
  )
}
