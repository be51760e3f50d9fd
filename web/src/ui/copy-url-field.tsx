import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../text/ar.ts'
import { IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'
import { notify } from './toast.tsx'

type CopyUrlFieldProps = {
  label: string
  copyLabel: string
  url: string
  /** Further buttons, placed after the copy button. */
  children?: ReactNode
}

/** Renders a URL in a read-only field, in which it can be selected, with a button that copies it. */
export function CopyUrlField({ label, copyLabel, url, children }: CopyUrlFieldProps) {
  async function copyUrl() {
    if (await copyText(url)) notify.done(text.ui.copied)
  }

  return (
    <div className="flex w-full items-center rounded-lg border border-field-border ps-3">
      <input
        aria-label={label}
        className="ltr w-full min-w-0 bg-transparent py-2 text-sm outline-none"
        onFocus={focused => focused.currentTarget.select()}
        readOnly
        value={url}
      />
      <IconButton label={copyLabel} onPress={() => void copyUrl()} size="sm">
        <Copy aria-hidden="true" className="size-4" strokeWidth={1.7} />
      </IconButton>
      {children}
    </div>
  )
}
