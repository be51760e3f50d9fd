import type { PendingRegistration } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneLinks } from '../../../ui/phone-links.tsx'
import { useCallingCode } from '../../settings/queries.ts'
import type { Verdict } from '../office-queries.ts'

const words = text.apply

export type Decision = { registration: PendingRegistration; verdict: Verdict; mailStatus: keyof typeof words.letters }

/** Says what was decided last and whether the person was informed by e-mail. Without an e-mail it offers other ways to inform them. */
export function DecisionNotice({ registration: { full_name, username, phone }, verdict, mailStatus }: Decision) {
  const { callingCode } = useCallingCode()
  const details = { name: full_name, username, address: `${window.location.origin}/login` }
  return (
    <Notice
      action={
        mailStatus !== 'sent' &&
        phone && <PhoneLinks callingCode={callingCode} message={words.messages[verdict](details)} name={full_name} phone={phone} />
      }
      tone={mailStatus === 'failed' ? 'warning' : 'quiet'}
    >
      <p className="font-medium">{words[verdict](full_name)}</p>
      <p>{words.letters[mailStatus]}</p>
    </Notice>
  )
}
