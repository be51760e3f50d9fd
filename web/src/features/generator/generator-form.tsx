import { MAX_NAME_LENGTH } from '@hudur/core/inputs'
import * as texts from '@hudur/core/texts'
import type { MouseEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { componentWhenNear, deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type CardChoice, withPicture } from '../cards/card-choice.ts'
import { SavedDesigns } from '../cards/designs/saved-designs.tsx'
import { DesignPicker } from '../cards/editor/design-picker.tsx'
import { PictureContentChoice } from '../cards/editor/picture-content-choice.tsx'
import { PictureField } from '../cards/editor/picture-field.tsx'
import type { GeneratorValues } from './generator-values.ts'
import { KindFields } from './kind-fields.tsx'
import { useOwner } from './queries.ts'
import { RequestBalance, useRequestedCount } from './request-balance.tsx'
import { TimeAndPlaceFields } from './time-and-place-fields.tsx'
import type { TypedShortCodeNoteProps } from './typed-code-note.tsx'

const OwnerField = componentWhenNear<{ form: UseFormReturn<GeneratorValues> }>(
  async () => (await import('./owner-field.tsx')).OwnerField,
  () => <Skeleton className="h-26 md:h-25" />,
)
const TypedShortCodeNote = deferredComponent<TypedShortCodeNoteProps>(
  async () => (await import('./typed-code-note.tsx')).TypedShortCodeNote,
)

const checkEventName = (eventName: string) => {
  if (eventName.trim() === '') return texts.generator.eventName
  return eventName.trim().length <= MAX_NAME_LENGTH || texts.tooLong(MAX_NAME_LENGTH)
}

const checkEventDate = (day: string) => {
  if (day === '') return texts.generator.eventDate
  return isEventDay(day) || texts.badDate
}

type GeneratorFormProps = {
  form: UseFormReturn<GeneratorValues>
  choice: CardChoice
  onChoice: (change: (now: CardChoice) => CardChoice) => void
  /** Called when the user leaves a field for the time or the place. */
  onTimeAndPlace: () => void
  onSubmit: (fields: GeneratorValues) => void
  isPending: boolean
  error: Error | null
}

export function GeneratorForm({ form, choice, onChoice, onTimeAndPlace, onSubmit, isPending, error }: GeneratorFormProps) {
  const signedInUser = useSignedInUser()
  const owner = useOwner(form)
  const { requested, isOver } = useRequestedCount(form, owner)

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      noValidate
      onClickCapture={ignoreSecondClick}
      onSubmit={form.handleSubmit(onSubmit)}
    >
      <div aria-live="polite">
        <FormField
          as={TextField}
          control={form.control}
          name="eventName"
          autoComplete="off"
          isRequired
          label={text.generator.eventName}
          placeholder={text.generator.eventNameExample}
          rules={{ validate: checkEventName }}
        />
      </div>
      <FormField
        as={DateField}
        control={form.control}
        name="eventDate"
        isRequired
        label={text.generator.eventDate}
        onBlur={() => {
          if (form.getValues('eventDate') !== '') void form.trigger('eventDate')
        }}
        rules={{ validate: checkEventDate }}
      />
      <TimeAndPlaceFields form={form} onBlur={onTimeAndPlace} />
      <KindFields account={owner} form={form} />
      {signedInUser.isAdmin && <OwnerField form={form} />}
      <DesignPicker choice={choice} onChange={background => onChoice(now => ({ ...now, look: { ...now.look, background } }))} />
      <PictureField onChange={picture => onChoice(now => withPicture(now, picture))} picture={choice.picture} />
      <PictureContentChoice look={choice.look} onChange={content => onChoice(now => ({ ...now, look: { ...now.look, ...content } }))} />
      <SavedDesigns onChoose={savedChoice => onChoice(() => savedChoice)} ownerId={owner?.id} />
      <RequestBalance
        account={owner}
        error={error}
        isOver={isOver}
        label={!owner || owner.id === signedInUser.id ? text.balance.label : text.balance.of(owner.fullName)}
        overLimitText={texts.generator.overBalance}
        requested={requested}
      />
      <TypedShortCodeNote form={form} look={choice.look} />
      <Button fullWidth isDisabled={isOver} isPending={isPending} size="lg" type="submit">
        {text.generator.submit}
      </Button>
    </form>
  )
}

/** Ignores the second click of a double click: the first one may have created an invitation already. */
function ignoreSecondClick(event: MouseEvent) {
  const isSubmit = event.target instanceof Element && event.target.closest('[type=submit]') !== null
  if (isSubmit && event.detail > 1) event.preventDefault()
}
