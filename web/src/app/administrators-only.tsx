import type { ReactNode } from 'react'
import { useSignedIn } from '../features/accounts/queries.ts'
import { text } from '../text/ar.ts'
import { PageHeading } from '../ui/page-heading.tsx'

/** Shows a screen to administrators only; other users see a page that says so. */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { isAdmin } = useSignedIn()
  return isAdmin ? children : <PageHeading note={text.screenNames.administratorsOnly} title={text.screenNames.notAllowed} />
}
