import type { PendingRegistration } from '@hudur/core/accounts/contract'
import { useCallingCode, usePublicOrigin } from '../../../backend/hooks/use-installation.ts'
import { text } from '../../../text/ar.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneLinks } from '../../../ui/phone-links.tsx'
import type { RegistrationVerdict } from '../administration-queries.ts'

const words = text.apply

export type Decision = { registration: PendingRegistration; verdict: RegistrationVerdict; mailStatus: keyof typeof words.emails }

/** Shows the last decision and whether the applicant was informed by e-mail. If not, it offers links to inform them by phone. */
export function DecisionNotice({ registration: { full_name, username, phone }, verdict, mailStatus }: Decision) {
  const { callingCode } = useCallingCode()
  const details = { name: full_name, username, address: `${usePublicOrigin()}/login` }
  return (
    <Notice
      action={
        mailStatus !== 'sent' &&
        phone && <PhoneLinks callingCode={callingCode} message={words.messages[verdict](details)} name={full_name} phone={phone} />
      }
      tone={mailStatus === 'failed' ? 'warning' : 'quiet'}
    >
      <p className="font-medium">{words[verdict](full_name)}</p>
      <p>{words.emails[mailStatus]}</p>
    </Notice>
  )
}
