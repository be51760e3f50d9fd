import type { User } from '@hudur/core/accounts/contract'
import * as accountRules from '@hudur/core/accounts/rules'
import { MAX_NAME_LENGTH } from '@hudur/core/events/inputs'
import * as texts from '@hudur/core/texts'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { GeneratorValues } from './generator-values.ts'
import { NamesField } from './names-field.tsx'
import { OrderTarget } from './order-target.tsx'
import type { PersonsFieldProps } from './persons-field.tsx'

const PersonsField = deferredComponent<PersonsFieldProps>(
  async () => (await import('./persons-field.tsx')).PersonsField,
  () => <Skeleton className="h-22" />,
)

const KIND_OPTIONS = (['names', 'count', 'custom'] as const).map(id => ({ id, label: text.generator.kindChoices[id] }))

const checkGuestName = (guestName: string) => {
  if (guestName.trim() === '') return texts.generator.guest
  return guestName.trim().length <= MAX_NAME_LENGTH || texts.tooLong(MAX_NAME_LENGTH)
}

type KindFieldsProps = {
  form: UseFormReturn<GeneratorValues>
  /** The account that is charged; undefined until it is loaded. */
  account: Pick<User, 'generationLimit' | 'usedGenerations'> | undefined
}

/** Renders the choice of the kind of invitations, and the fields of the chosen kind. */
export function KindFields({ form, account }: KindFieldsProps) {
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <>
      <Controller
        control={form.control}
        name="kind"
        render={({ field }) => (
          <SegmentedField
            description={text.generator.kindHints[field.value]}
            label={text.generator.kind}
            onChange={field.onChange}
            options={KIND_OPTIONS}
            value={field.value}
          />
        )}
      />
      {kind === 'names' && (
        <>
          <NamesField balance={account && accountRules.remainingBalance(account)} form={form} />
          <OrderTarget form={form} />
        </>
      )}
      {kind === 'count' && <PersonsField form={form} kind={kind} name="uses" />}
      {kind === 'custom' && (
        <>
          <Controller
            control={form.control}
            name="guestName"
            render={({ field, fieldState }) => (
              <div aria-live="polite">
                <TextField
                  {...field}
                  autoComplete="off"
                  error={fieldState.error?.message}
                  isRequired
                  label={text.studio.parts.name}
                  placeholder={text.generator.guestExample}
                />
              </div>
            )}
            rules={{ validate: checkGuestName }}
          />
          <PersonsField form={form} kind={kind} name="scans" />
        </>
      )}
    </>
  )
}
