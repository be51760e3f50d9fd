import type { EventSummary } from '@hudur/core/events/contract'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notify } from '../../ui/toast.tsx'
import { DetailsForm } from './details-form.tsx'
import { useRemoveEvent } from './queries.ts'

const words = text.events.details

export function EventDetails({ event }: { event: EventSummary }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <Panel title={text.events.parts.details}>
        <DetailsForm event={event} />
      </Panel>
      <Panel note={words.removeAdvice} title={words.removeTitle}>
        <RemoveEvent event={event} />
      </Panel>
    </div>
  )
}

function RemoveEvent({ event }: { event: EventSummary }) {
  const remove = useRemoveEvent()
  const navigate = useNavigate()
  const isOffline = useIsOffline()
  const [isAsking, setAsking] = useState(false)
  const [why, setWhy] = useState<string>()
  const { id, name, invitations } = event

  async function removeEvent() {
    try {
      await remove.mutateAsync({ id })
      notify.done(words.removed)
      await navigate('/events', { replace: true })
    } catch (error) {
      setAsking(false)
      setWhy(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <>
      <Button className="text-danger" isDisabled={isOffline} onPress={() => setAsking(true)} variant="outline">
        {words.remove}
      </Button>
      {isAsking && (
        <ConfirmDialog
          confirm={words.remove}
          isDanger
          isOpen
          isPending={remove.isPending}
          onConfirm={() => void removeEvent()}
          onOpenChange={() => setAsking(false)}
          title={words.removeQuestion(name)}
        >
          {invitations === 0 ? words.removeEmptyMeans : words.removeMeans(formatCountedNoun(invitations, text.invitationWord))}
        </ConfirmDialog>
      )}
      <AlertBox onClose={() => setWhy(undefined)} title={why === undefined ? undefined : words.removeFailed}>
        {why}
      </AlertBox>
    </>
  )
}
