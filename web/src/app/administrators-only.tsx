import type { ReactNode } from 'react'
import { useSignedInUser } from '../backend/hooks/use-session.ts'
import { text } from '../text/ar.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const { isAdmin } = useSignedInUser()
  return isAdmin ? children : <PageHeading note={text.screenNames.administratorsOnly} title={text.screenNames.notAllowed} />
}
