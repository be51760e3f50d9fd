import * as accountRules from '@hudur/core/accounts/rules'
import { MAX_NAME_LENGTH } from '@hudur/core/events/inputs'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { MouseEvent } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { componentWhenNear, deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { BalanceBar } from '../../ui/balance-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type CardChoice, withPicture, withTimeAndPlace } from '../cards/card-choice.ts'
import { SavedDesigns } from '../cards/designs/saved-designs.tsx'
import { TimeAndPlaceFields } from '../cards/editor/card-line-field.tsx'
import { DesignPicker } from '../cards/editor/design-picker.tsx'
import { PictureField } from '../cards/editor/picture-field.tsx'
import type { GeneratorValues } from './generator-values.ts'
import { KindFields } from './kind-fields.tsx'
import { useGuestList } from './names-field.tsx'
import type { TypedShortCodeNoteProps } from './typed-code-note.tsx'
import { useOwner } from './use-owner.ts'

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
  onSubmit: (fields: GeneratorValues) => void
  isPending: boolean
  error: Error | null
}

/** Renders the fields for the event, the guests and the card design. */
export function GeneratorForm({ form, choice, onChoice, onSubmit, isPending, error }: GeneratorFormProps) {
  const signedInUser = useSignedInUser()
  const owner = useOwner(form)
  const kind = useWatch({ control: form.control, name: 'kind' })
  const { count: guests } = useGuestList(form)
  const requestedCount = kind === 'names' ? guests : 1
  const isOverBalance = owner !== undefined && !accountRules.hasBalanceFor(owner, requestedCount)

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      noValidate
      onClickCapture={ignoreSecondClick}
      onSubmit={form.handleSubmit(onSubmit)}
    >
      <Controller
        control={form.control}
        name="eventName"
        render={({ field, fieldState }) => (
          <div aria-live="polite">
            <TextField
              {...field}
              autoComplete="off"
              error={fieldState.error?.message}
              isRequired
              label={text.generator.eventName}
              placeholder={text.generator.eventNameExample}
            />
          </div>
        )}
        rules={{ validate: checkEventName }}
      />
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
      <TimeAndPlaceFields
        onChange={change => onChoice(now => ({ ...now, look: { ...now.look, ...change } }))}
        place={choice.look.place}
        time={choice.look.time}
      />
      <KindFields account={owner} form={form} />
      {signedInUser.isAdmin && <OwnerField form={form} />}
      <DesignPicker choice={choice} onChange={background => onChoice(now => ({ ...now, look: { ...now.look, background } }))} />
      <PictureField onChange={picture => onChoice(now => withPicture(now, picture))} picture={choice.picture} />
      <SavedDesigns
        onChoose={savedChoice => onChoice(now => ({ ...savedChoice, look: withTimeAndPlace(savedChoice.look, now.look) }))}
        ownerId={owner?.id}
      />
      {owner && (
        <BalanceBar
          account={owner}
          label={owner.id === signedInUser.id ? text.balance.label : text.balance.of(owner.fullName)}
          requested={requestedCount}
        />
      )}
      {isOverBalance && (
        <Notice tone="danger">
          <p className="font-medium">{text.generator.over}</p>
          <p>{texts.generator.overBalance(requestedCount, accountRules.remainingBalance(owner))}</p>
        </Notice>
      )}
      {error && !isOverBalance && <FailureNotice error={error} />}
      <TypedShortCodeNote form={form} look={choice.look} />
      <Button fullWidth isDisabled={isOverBalance} isPending={isPending} size="lg" type="submit">
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

/** Shows why the invitations were not created, and that the typed values are still in the form. */
function FailureNotice({ error }: { error: Error }) {
  return (
    <Notice tone="danger">
      <p className="font-medium">{text.generator.failed}</p>
      <p>{error instanceof Refusal ? error.message : text.generator.noAnswer}</p>
    </Notice>
  )
}
