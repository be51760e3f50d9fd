import { text } from '../text/ar.ts'
import { notify } from './toast.tsx'

/** Copies a text to the clipboard. If it was not copied, for example without HTTPS, shows `failure` in a toast and returns false. */
export async function copyText(copied: string, failure: string = text.ui.copyFailed): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(copied)
    return true
  } catch {
    notify.failure(failure)
    return false
  }
}
