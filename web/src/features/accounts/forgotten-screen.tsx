import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { OfficeContacts } from './office-contacts.tsx'

const words = text.forgotten

/** Renders the screen for users who forgot their password. The office sets a new one, because an account needs no email address. */
export function ForgottenScreen() {
  return (
    <>
      <h1 className="display text-3xl md:text-4xl">{words.title}</h1>
      <p className="mt-1 text-muted leading-7">{words.lead}</p>
      <OfficeContacts />
      <p className="mt-6 text-muted text-sm">
        <Link className="font-medium text-foreground underline decoration-gold underline-offset-8" to="/login">
          {words.back}
        </Link>
      </p>
    </>
  )
}
