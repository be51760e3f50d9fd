import { text } from '../../../text/ar.ts'
import { Spinner } from '../../../ui/spinner.tsx'

export function ProfileLoading() {
  return (
    <div className="grid justify-items-center gap-4 py-24 text-muted" role="status">
      <Spinner look="spinner--md spinner--accent" />
      <p>{text.profileLoading}</p>
    </div>
  )
}
