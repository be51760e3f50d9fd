import { text } from '../text/ar.ts'
import { say } from './toast.tsx'

/** Copies a text; says `failure` if that fails: without HTTPS the browser offers no clipboard. Returns whether it was copied. */
export async function copyText(copied: string, failure: string = text.ui.copyFailed): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(copied)
    return true
  } catch {
    say.failure(failure)
    return false
  }
}
