import { text } from '../text/ar.ts'
import { notify } from './toast.tsx'

/**
 * Copies a text to the clipboard, and returns whether it was copied. Shows `failure` in a toast if it was not, for example because the
 * browser offers no clipboard without HTTPS.
 */
export async function copyText(copied: string, failure: string = text.ui.copyFailed): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(copied)
    return true
  } catch {
    notify.failure(failure)
    return false
  }
}
