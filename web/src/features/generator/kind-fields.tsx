import * as accountRules from '@hudur/core/accounts/rules'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { GeneratorValues } from './generator-values.ts'
import { NamesField, useGuestList } from './names-field.tsx'
import type { PersonsFieldProps } from './persons-field.tsx'
import type { AccountQuota } from './request-balance.tsx'

const PersonsField = deferredComponent<PersonsFieldProps>(
  async () => (await import('./persons-field.tsx')).PersonsField,
  () => <Skeleton className="h-22" />,
)

const OneGuestFields = deferredComponent<{ form: UseFormReturn<GeneratorValues> }>(
  async () => (await import('./one-guest-fields.tsx')).OneGuestFields,
  () => <Skeleton className="h-66" />,
)

const KIND_OPTIONS = (['names', 'count', 'custom'] as const).map(id => ({ id, label: text.generator.kindChoices[id] }))

type KindFieldsProps = {
  form: UseFormReturn<GeneratorValues>
  /** The account that is charged for invitations; undefined until it is loaded. */
  account: AccountQuota | undefined
  /** The event of the guests; undefined if it is named in the form. */
  eventId?: string
}

export function KindFields({ form, account, eventId }: KindFieldsProps) {
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
          <NamesField balance={account && accountRules.remainingBalance(account)} eventId={eventId} form={form} />
          <OrderTarget form={form} />
        </>
      )}
      {kind === 'count' && <PersonsField form={form} kind={kind} name="uses" />}
      {kind === 'custom' && <OneGuestFields form={form} />}
    </>
  )
}

/** Compares the number of entered guests with the ordered number. While no guest is entered, it offers one card for all guests. */
function OrderTarget({ form }: { form: UseFormReturn<GeneratorValues> }) {
  const target = useWatch({ control: form.control, name: 'target' })
  const { count } = useGuestList(form)
  if (target === 0) return null
  return (
    <Notice tone={count === target ? 'success' : 'quiet'}>
      <p className="font-medium">{orderProgressText(target, count)}</p>
      {count === 0 && (
        <Button
          className="-mx-3 mt-1 h-auto min-h-11 whitespace-normal py-2 text-start"
          onPress={() => {
            form.setValue('uses', target)
            form.setValue('kind', 'count')
          }}
          size="sm"
          variant="ghost"
        >
          {text.generator.target.asCount(formatCountedNoun(target, text.generator.admitWord))}
        </Button>
      )}
    </Notice>
  )
}

function orderProgressText(target: number, count: number) {
  const ordered = formatCountedNoun(target, text.generator.target.orderWord)
  if (count < target) return text.generator.target.left(ordered, formatWholeNumber(target - count))
  return count === target
    ? text.generator.target.reached(ordered)
    : text.generator.target.beyond(ordered, formatWholeNumber(count - target))
}
