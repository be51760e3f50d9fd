import { accountRules, MAX_NAME, Refusal, texts } from '@hudur/core'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSignedIn } from '../accounts/queries.ts'
import { BalanceBar } from './balance-bar.tsx'
import type { GeneratorFields } from './generator-fields.ts'
import { readGuestList } from './guests/guest-list.ts'
import { NamesField, useGuestList } from './guests/names-field.tsx'
import type { GuestOrder } from './queries.ts'
import { type CardChoice, withPicture } from './studio/card-choice.ts'
import { DesignPicker } from './studio/design-picker.tsx'
import { PictureField } from './studio/picture-field.tsx'

const checkEventName = (written: string) => {
  if (written.trim() === '') return texts.generator.eventName
  return written.trim().length <= MAX_NAME || texts.tooLong(MAX_NAME)
}

const checkEventDate = (day: string) => {
  if (day === '') return texts.generator.eventDate
  return isEventDay(day) || texts.badDate
}

type GeneratorFormProps = {
  form: UseFormReturn<GeneratorFields>
  choice: CardChoice
  onChoice: (change: (now: CardChoice) => CardChoice) => void
  onSubmit: (order: GuestOrder) => void
  isPending: boolean
  error: Error | null
}

/** What the invitations are for, whom they are for, and what they look like. */
export function GeneratorForm({ form, choice, onChoice, onSubmit, isPending, error }: GeneratorFormProps) {
  const account = useSignedIn()
  const { count } = useGuestList(form)
  const isOver = !accountRules.covers(account, count)
  const submit = form.handleSubmit(({ eventName, eventDate, names }) =>
    onSubmit({ eventName: eventName.trim(), eventDate, guestNames: readGuestList(names).names }),
  )

  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-5" noValidate onSubmit={submit}>
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
      <Controller
        control={form.control}
        name="eventDate"
        render={({ field, fieldState }) => (
          <DateField
            {...field}
            error={fieldState.error?.message}
            isRequired
            label={text.generator.eventDate}
            onBlur={() => {
              field.onBlur()
              if (form.getValues('eventDate') !== '') void form.trigger('eventDate')
            }}
            ref={group => field.ref({ focus: () => group?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus() })}
          />
        )}
        rules={{ validate: checkEventDate }}
      />
      <NamesField form={form} />
      <DesignPicker choice={choice} onChange={background => onChoice(now => ({ ...now, look: { ...now.look, background } }))} />
      <PictureField onChange={picture => onChoice(now => withPicture(now, picture))} picture={choice.picture} />
      <BalanceBar account={account} requested={count} />
      {isOver && <Notice tone="danger">{texts.generator.overBalance(count, accountRules.remaining(account))}</Notice>}
      {error && !isOver && <FailureNotice error={error} />}
      <Button fullWidth isDisabled={isOver} isPending={isPending} size="lg" type="submit">
        {text.generator.submit}
      </Button>
    </form>
  )
}

/** What went wrong, and that nothing is lost. */
function FailureNotice({ error }: { error: Error }) {
  return (
    <Notice tone="danger">
      <p className="font-medium">{text.generator.failed}</p>
      <p>{error instanceof Refusal ? error.message : text.generator.noAnswer}</p>
    </Notice>
  )
}
