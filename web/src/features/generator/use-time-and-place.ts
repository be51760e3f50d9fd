import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useEvent, useUpdateEvent } from '../../backend/hooks/use-event.ts'
import { text } from '../../text/ar.ts'
import { notify } from '../../ui/toast.tsx'
import type { GeneratorValues } from './generator-values.ts'

const FIELDS = ['startsAt', 'timeWords', 'place'] as const

/**
 * Fills the form's time and place with those of the event `id`, except fields that the user has changed. Returns the event,
 * and a function that saves the form's time and place in an event; without an id it saves those that differ from the event `id`.
 */
export function useTimeAndPlace(form: UseFormReturn<GeneratorValues>, id: string | null | undefined) {
  const { data: event } = useEvent(id ?? '')
  const update = useUpdateEvent()
  // React Hook Form tracks changed fields only if `dirtyFields` is read during rendering.
  const { dirtyFields } = form.formState

  const fillFields = useEffectEvent(() => {
    for (const field of FIELDS) if (event?.[field] && !dirtyFields[field]) form.resetField(field, { defaultValue: event[field] })
  })
  useEffect(() => {
    if (event) fillFields()
  }, [event])

  async function save(newEventId?: string) {
    const values = form.getValues()
    const before = newEventId === undefined ? event : { startsAt: null, timeWords: null, place: null }
    const eventId = newEventId ?? event?.id
    if (eventId === undefined || !before || !(await form.trigger(FIELDS))) return
    const changed = FIELDS.filter(field => values[field].trim() !== (before[field] ?? ''))
    if (changed.length === 0) return
    try {
      await update.mutateAsync({ id: eventId, ...Object.fromEntries(changed.map(field => [field, values[field]])) })
      for (const field of changed) if (form.getValues(field) === values[field]) form.resetField(field, { defaultValue: values[field] })
    } catch {
      notify.failure(text.timeAndPlace.failed)
    }
  }

  return { save, event }
}
