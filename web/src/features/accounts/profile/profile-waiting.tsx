import { text } from '../../../text/ar.ts'
import { Spinner } from '../../../ui/spinner.tsx'

/** Shown until the profile is loaded. */
export function ProfileWaiting() {
  return (
    <div className="grid justify-items-center gap-4 py-24 text-muted" role="status">
      <Spinner look="spinner--md spinner--accent" />
      <p>{text.profile.loading}</p>
    </div>
  )
}
