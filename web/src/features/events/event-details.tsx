import { type EventSummary, fold, Refusal } from '@hudur/core'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { text } from '../../text/ar.ts'
import { counted } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { say } from '../../ui/toast.tsx'
import { type DetailFields, FirstEventFields, showInFields } from './event-fields.tsx'
import { useRemoveEvent, useUpdateEvent } from './queries.ts'

const words = text.events.details

const fieldsOf = ({ name, date, startsAt, place, mapUrl, hosts, note, phone }: EventSummary): DetailFields => ({
  ...{ name, date, startsAt: startsAt ?? '', place: place ?? '', mapUrl: mapUrl ?? '' },
  ...{ hosts: hosts ?? '', note: note ?? '', phone: phone ?? '' },
})

/** Changes the details of an event, or deletes it. */
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

function DetailsForm({ event }: { event: EventSummary }) {
  const form = useForm<DetailFields>({ defaultValues: fieldsOf(event) })
  const { control } = form
  const name = useWatch({ control, name: 'name' })
  const update = useUpdateEvent()
  const [failure, setFailure] = useState<string>()

  async function save(fields: DetailFields) {
    if (update.isPending) return
    setFailure(undefined)
    const before = fieldsOf(event)
    const changes = Object.entries(fields).filter(([field, value]) => value.trim() !== before[field as keyof DetailFields])
    try {
      if (changes.length > 0) form.reset(fieldsOf(await update.mutateAsync({ id: event.id, ...Object.fromEntries(changes) })))
      say.done(words.saved)
    } catch (error) {
      const isShown = showInFields(
        (field, message) => form.setError(field as keyof DetailFields, { message }, { shouldFocus: true }),
        error,
      )
      if (!isShown) setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={form.handleSubmit(save)}>
      <FirstEventFields form={form} nameHint={fold(name) === fold(event.name) ? undefined : words.renames} />
      <Controller
        control={control}
        name="mapUrl"
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            autoComplete="off"
            description={words.mapHint}
            error={fieldState.error?.message}
            inputMode="url"
            isLtr
            label={words.mapUrl}
          />
        )}
      />
      <Controller
        control={control}
        name="hosts"
        render={({ field, fieldState }) => (
          <TextField {...field} autoComplete="off" description={words.hostsHint} error={fieldState.error?.message} label={words.hosts} />
        )}
      />
      <Controller
        control={control}
        name="note"
        render={({ field, fieldState }) => <TextAreaField {...field} error={fieldState.error?.message} label={words.note} rows={3} />}
      />
      <Controller
        control={control}
        name="phone"
        render={({ field, fieldState }) => (
          <TextField {...field} autoComplete="off" error={fieldState.error?.message} inputMode="tel" isLtr label={words.phone} />
        )}
      />
      {failure !== undefined && (
        <Notice tone="danger">
          <p className="font-medium">{words.saveFailed}</p>
          <p>{failure}</p>
        </Notice>
      )}
      <Button className="justify-self-start" isPending={update.isPending} type="submit">
        {text.ui.save}
      </Button>
    </form>
  )
}

/** Deletes the event after a confirmation that says how many invitations are deleted with it. */
function RemoveEvent({ event }: { event: EventSummary }) {
  const remove = useRemoveEvent()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [why, setWhy] = useState<string>()
  const { id, name, invitations } = event

  async function confirm() {
    try {
      await remove.mutateAsync({ id })
      say.done(words.removed)
      await navigate('/events', { replace: true })
    } catch (error) {
      setAsking(false)
      setWhy(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <>
      <Button className="text-danger" onPress={() => setAsking(true)} variant="outline">
        {words.remove}
      </Button>
      {isAsking && (
        <ConfirmDialog
          confirm={words.remove}
          isDanger
          isOpen
          isPending={remove.isPending}
          onConfirm={() => void confirm()}
          onOpenChange={() => setAsking(false)}
          title={words.removeQuestion(name)}
        >
          {invitations === 0 ? words.removeEmptyMeans : words.removeMeans(counted(invitations, text.events.invitationWord))}
        </ConfirmDialog>
      )}
      <AlertBox onClose={() => setWhy(undefined)} title={why === undefined ? undefined : words.removeFailed}>
        {why}
      </AlertBox>
    </>
  )
}
