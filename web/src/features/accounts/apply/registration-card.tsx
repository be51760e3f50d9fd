import type { PendingRegistration } from '@hudur/core/accounts/contract'
import { type ReactNode, useId, useState } from 'react'
import { useCallingCode } from '../../../backend/hooks/use-installation.ts'
import { text } from '../../../text/ar.ts'
import { formatInvitationMoment } from '../../../text/format.ts'
import { mailtoUrl } from '../../../text/mailto.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import { PhoneLinks } from '../../../ui/phone-links.tsx'
import { notify } from '../../../ui/toast.tsx'
import { type RegistrationVerdict, useDecideRegistration } from '../administration-queries.ts'
import { refusalMessageOf } from '../error-text.ts'
import type { Decision } from './decision-notice.tsx'

const words = text.apply
const statusTones = { pending: 'waiting', approved: 'good', rejected: 'bad' } as const

type RegistrationCardProps = { box: ReactNode; registration: PendingRegistration; onDecided: (decision: Decision) => void }

export function RegistrationCard({ box, registration, onDecided }: RegistrationCardProps) {
  const { id, full_name, username, email, phone, status, created_at } = registration
  const name = useId()
  const { callingCode } = useCallingCode()
  const decide = useDecideRegistration()
  const [isAsking, setAsking] = useState(false)
  const pendingVerdict = decide.isPending ? decide.variables.verdict : undefined

  async function submitDecision(verdict: RegistrationVerdict) {
    try {
      const mailStatus = await decide.mutateAsync({ id, verdict })
      if (verdict === 'approved') notify.done(words.approved(full_name))
      else notify.warning(words.rejected(full_name))
      onDecided({ registration, verdict, mailStatus })
    } catch (error) {
      notify.failure(verdict === 'approved' ? words.approveFailed : words.rejectFailed, refusalMessageOf(error))
    }
    setAsking(false)
  }

  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-xl bg-surface p-5 shadow-surface">
      <div className="flex flex-wrap items-start gap-3">
        {box}
        <div className="min-w-0 grow basis-28">
          <h2 className="break-words font-semibold text-lg leading-8" id={name}>
            <bdi>{full_name}</bdi>
          </h2>
          <p className="break-words text-muted text-sm">
            <bdi>@{username}</bdi>
          </p>
        </div>
        <Chip className="mt-1" tone={statusTones[status]}>
          {words.statuses[status]}
        </Chip>
      </div>
      <div className="grid gap-0.5 text-sm">
        {phone && <Numeric className="justify-self-start">{phone}</Numeric>}
        {email && (
          <a className="target justify-self-start underline decoration-gold underline-offset-4" href={mailtoUrl(email)}>
            <Numeric className="break-all">{email}</Numeric>
          </a>
        )}
        <p className="text-muted">
          {words.arrived} <Numeric>{formatInvitationMoment(created_at)}</Numeric>
        </p>
      </div>
      {phone && (
        <div className="flex flex-wrap gap-2">
          <PhoneLinks callingCode={callingCode} name={full_name} phone={phone} />
        </div>
      )}
      {status === 'pending' && (
        <div className="mt-auto flex gap-2 border-separator border-t pt-4">
          <Button
            aria-describedby={name}
            className="grow"
            isDisabled={pendingVerdict === 'rejected'}
            isPending={pendingVerdict === 'approved'}
            onPress={() => void submitDecision('approved')}
          >
            {words.approve}
          </Button>
          <Button
            aria-describedby={name}
            className="grow"
            isDisabled={pendingVerdict === 'approved'}
            onPress={() => setAsking(true)}
            variant="outline"
          >
            {words.reject}
          </Button>
        </div>
      )}
      <ConfirmDialog
        confirm={words.reject}
        isDanger
        isOpen={isAsking}
        isPending={pendingVerdict === 'rejected'}
        onConfirm={() => void submitDecision('rejected')}
        onOpenChange={setAsking}
        title={words.question(full_name)}
      >
        {words.consequence}
      </ConfirmDialog>
    </li>
  )
}
