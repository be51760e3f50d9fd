import type { EventSummary, Partner } from '@hudur/core/events/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useIsPartnerOf, useSignedInUser } from '../../backend/hooks/use-session.ts'
import { useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showFieldErrors } from '../../ui/form-errors.ts'
import { FormField } from '../../ui/form-field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { useAddPartner, useLeaveEvent, usePartners, useRemovePartner } from './queries.ts'

const words = text.partners

const textOfError = (error: unknown) => (error instanceof Refusal ? error.message : text.generator.noAnswer)

/** Lists the partners of an event. The owner and administrators add and remove them; a partner may leave. */
export function PartnersPanel({ event }: { event: EventSummary }) {
  const isPartner = useIsPartnerOf(event)
  const query = usePartners(event.id)
  const { data: partners } = query
  const [question, setQuestion] = useState<Partner>()
  return (
    <Panel note={isPartner ? words.partnerNote : words.note} title={words.title}>
      <LoadFailure query={query}>{words.listFailed}</LoadFailure>
      {!partners && !query.isError && <Skeleton className="mb-4 h-12" />}
      {partners && partners.length > 0 && (
        <ul aria-label={words.title} className="mb-4 divide-y divide-separator">
          {partners.map(partner => (
            <PartnerItem key={partner.username} onRemove={isPartner ? undefined : () => setQuestion(partner)} partner={partner} />
          ))}
        </ul>
      )}
      {isPartner ? <LeaveEvent event={event} /> : <AddPartner eventId={event.id} />}
      {question && <RemovePartner eventId={event.id} onClose={() => setQuestion(undefined)} partner={question} />}
    </Panel>
  )
}

function PartnerItem({ partner: { fullName, username }, onRemove }: { partner: Partner; onRemove: (() => void) | undefined }) {
  const isOffline = useIsOffline()
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 grow">
        <p className="break-words font-medium leading-6" dir="auto">
          {fullName}
        </p>
        <p className="break-words text-muted text-xs">
          <Numeric>@{username}</Numeric>
        </p>
      </div>
      {onRemove && (
        <Button aria-label={words.removeOf(fullName)} isDisabled={isOffline} onPress={onRemove} size="sm" variant="ghost">
          {words.remove}
        </Button>
      )}
    </li>
  )
}

function AddPartner({ eventId }: { eventId: string }) {
  const form = useForm({ defaultValues: { username: '' } })
  const add = useAddPartner(eventId)
  const isOffline = useIsOffline()
  const [failure, setFailure] = useState<string>()

  async function addPartner({ username }: { username: string }) {
    if (add.isPending) return
    setFailure(undefined)
    try {
      await add.mutateAsync({ eventId, username })
      form.reset()
      notify.done(words.added)
    } catch (error) {
      if (!showFieldErrors(form.setError, error)) setFailure(textOfError(error))
    }
  }

  return (
    <form className="grid gap-3" noValidate onSubmit={form.handleSubmit(addPartner)}>
      <FormField
        as={TextField}
        autoComplete="off"
        control={form.control}
        description={words.usernameHint}
        isLtr
        label={words.username}
        maxLength={50}
        name="username"
        rules={{ validate: username => username.trim() !== '' || texts.partner.username }}
      />
      {failure !== undefined && (
        <Notice tone="danger">
          <p className="font-medium">{words.addFailed}</p>
          <p>{failure}</p>
        </Notice>
      )}
      <Button className="justify-self-start" isDisabled={isOffline} isPending={add.isPending} type="submit" variant="outline">
        {words.add}
      </Button>
    </form>
  )
}

function RemovePartner({ eventId, partner, onClose }: { eventId: string; partner: Partner; onClose: () => void }) {
  const remove = useRemovePartner(eventId)

  async function removePartner() {
    try {
      await remove.mutateAsync({ eventId, username: partner.username })
      notify.done(words.removed)
    } catch (error) {
      notify.failure(words.removeFailed, textOfError(error))
    }
    onClose()
  }

  return (
    <ConfirmDialog
      confirm={words.remove}
      isDanger
      isOpen
      isPending={remove.isPending}
      onConfirm={() => void removePartner()}
      onOpenChange={onClose}
      title={words.removeQuestion(partner.fullName)}
    >
      {words.removeMeans}
    </ConfirmDialog>
  )
}

function LeaveEvent({ event: { id, name } }: { event: EventSummary }) {
  const { username } = useSignedInUser()
  const leave = useLeaveEvent()
  const navigate = useNavigate()
  const isOffline = useIsOffline()
  const [isAsking, setAsking] = useState(false)

  async function leaveEvent() {
    try {
      await leave.mutateAsync({ id, username })
      notify.done(words.left)
      await navigate('/events', { replace: true })
    } catch (error) {
      setAsking(false)
      notify.failure(words.leaveFailed, textOfError(error))
    }
  }

  return (
    <>
      <Button className="text-danger" isDisabled={isOffline} onPress={() => setAsking(true)} variant="outline">
        {words.leave}
      </Button>
      {isAsking && (
        <ConfirmDialog
          confirm={words.leave}
          isDanger
          isOpen
          isPending={leave.isPending}
          onConfirm={() => void leaveEvent()}
          onOpenChange={() => setAsking(false)}
          title={words.leaveQuestion(name)}
        >
          {words.leaveMeans}
        </ConfirmDialog>
      )}
    </>
  )
}
