import type { ReactNode } from 'react'
import { useSignedIn } from '../features/accounts/queries.ts'
import { text } from '../text/ar.ts'
import { PageHeading } from '../ui/page-heading.tsx'

/** A screen that others may open, and are told that it is not theirs. */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { isAdmin } = useSignedIn()
  return isAdmin ? children : <PageHeading note={text.places.administratorsOnly} title={text.places.notAllowed} />
}
