import { DELETED_EVENT_DAYS, type EventSummary } from '@hudur/core/events/contract'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useOfficeWhatsApp } from '../../backend/hooks/use-installation.ts'
import { useIsPartnerOf } from '../../backend/hooks/use-session.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notify } from '../../ui/toast.tsx'
import { TrailButton } from '../trail/trail-button.tsx'
import { DetailsForm } from './details-form.tsx'
import { EventOrigin } from './event-origin.tsx'
import { useRemoveEvent } from './queries.ts'

const words = text.eventDetails

const RESTORABLE_DAYS = formatCountedNoun(DELETED_EVENT_DAYS, text.event.dayWord)

const PartnersPanel = deferredComponent<{ event: EventSummary }>(async () => (await import('./partners-panel.tsx')).PartnersPanel)

const WhatsAppPlanPanel = deferredComponent<{ event: EventSummary }>(
  async () => (await import('../whatsapp/plan-panel.tsx')).WhatsAppPlanPanel,
)

export function EventDetails({ event }: { event: EventSummary }) {
  const isPartner = useIsPartnerOf(event)
  const hasWhatsApp = useOfficeWhatsApp() !== undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <Panel title={text.events.parts.details}>
        <DetailsForm event={event} />
      </Panel>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <EventOrigin event={event} />
        <PartnersPanel event={event} />
        {hasWhatsApp && <WhatsAppPlanPanel event={event} />}
        {!isPartner && (
          <Panel note={words.removeAdvice} title={words.removeTitle}>
            <RemoveEvent event={event} />
          </Panel>
        )}
        <TrailButton about="event" className="justify-self-start" id={event.id} />
      </div>
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
      const { restorableUntil } = await remove.mutateAsync({ id })
      notify.done(restorableUntil === null ? words.removed : words.removedRestorable(RESTORABLE_DAYS))
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
          {invitations === 0
            ? words.removeEmptyMeans
            : words.removeMeans(formatCountedNoun(invitations, text.invitationWord), RESTORABLE_DAYS)}
        </ConfirmDialog>
      )}
      <AlertBox onClose={() => setWhy(undefined)} title={why === undefined ? undefined : words.removeFailed}>
        {why}
      </AlertBox>
    </>
  )
}
