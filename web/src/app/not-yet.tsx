import { text } from '../text/ar.ts'
import { PageHeading } from '../ui/page-heading.tsx'

/** A place whose screen does not stand yet, and says so. */
export function NotYet({ title }: { title: string }) {
  return (
    <>
      <PageHeading title={title} />
      <p className="text-muted">{text.places.notYet}</p>
    </>
  )
}
