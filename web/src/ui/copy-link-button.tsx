import { Check, Link } from 'lucide-react'
import { useEffect, useState } from 'react'
import { text } from '../text/ar.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

const CONFIRMATION_DURATION_MS = 2000

/** Renders a button that copies the URL of the page, including the search and the filters in the query string. */
export function CopyLinkButton() {
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), CONFIRMATION_DURATION_MS)
    return () => clearTimeout(timer)
  }, [copies])

  async function copyPageUrl() {
    if (await copyText(window.location.href, text.ui.copyLinkFailed)) setCopies(before => before + 1)
  }

  const Icon = copies > 0 ? Check : Link
  return (
    <Button onPress={() => void copyPageUrl()} variant="ghost">
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.6} />
      <span aria-live="polite">{copies > 0 ? text.ui.copied : text.ui.copyLink}</span>
    </Button>
  )
}
