import { Spinner } from '@heroui/react'
import { text } from '../../../text/ar.ts'

/** Shown until the profile is loaded. */
export function ProfileWaiting() {
  return (
    <div className="grid justify-items-center gap-4 py-24 text-muted" role="status">
      <Spinner aria-hidden="true" />
      <p>{text.profile.loading}</p>
    </div>
  )
}
