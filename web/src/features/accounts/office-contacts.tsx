import { useSupportContacts } from '../../backend/hooks/use-installation.ts'
import { text } from '../../text/ar.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SupportContactList } from '../../ui/support-contact-list.tsx'

/** Shows how and when people without a sign-in reach the office. */
export function OfficeContacts() {
  const support = useSupportContacts()
  return (
    <div className="mt-8">
      {support.isPending && <Skeleton className="h-40" />}
      <LoadFailure query={support}>{text.settings.supportFailed}</LoadFailure>
      {support.data && (
        <>
          <SupportContactList contact={support.data.contact} />
          <ul className="mt-5 grid gap-1 border-separator border-t pt-4 text-sm">
            {support.data.hours.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
