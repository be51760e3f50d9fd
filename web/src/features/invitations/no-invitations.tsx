import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty.tsx'

/** Shows that the account has no invitations yet, with a link to the screen that creates them. */
export function NoInvitations({ title, advice, linkLabel }: { title: string; advice: string; linkLabel: string }) {
  const { isAdmin } = useSignedInUser()
  return (
    <EmptyState action={<ButtonLink to={isAdmin ? '/generator' : '/requests/generate'}>{linkLabel}</ButtonLink>} title={title}>
      {advice}
    </EmptyState>
  )
}
