import { zodResolver } from '@hookform/resolvers/zod'
import type { User } from '@hudur/core/accounts/contract'
import { type CreditEntry, CreditGrantInput, MAX_CREDIT_REASON_LENGTH, MAX_GRANT } from '@hudur/core/accounts/credits'
import { isUnansweredError } from '@hudur/core/http-backend'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { text } from '../../../text/ar.ts'
import { formatInvitationMoment, formatWholeNumber } from '../../../text/format.ts'
import { BalanceBar } from '../../../ui/balance-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { showFieldErrors } from '../../../ui/form-errors.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { ListStatus } from '../../../ui/list-status.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import { SegmentedField } from '../../../ui/segmented-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { notify } from '../../../ui/toast.tsx'
import { useClearErrorsOnChange } from '../../../ui/use-corrections.ts'
import { useCredits, useGrantCredits } from '../administration-queries.ts'
import { refusalMessageOf } from '../error-text.ts'
import { AccountOrders } from './account-orders.tsx'

const words = text.credits

const DIRECTIONS = ['add', 'reduce'] as const
const directionOptions = DIRECTIONS.map(id => ({ id, label: words.directions[id] }))

const GrantForm = z.object({
  amount: z.int(words.amountMissing).check(z.minimum(1, words.amountMissing), z.maximum(MAX_GRANT, words.amountTooLarge)),
  reason: CreditGrantInput.shape.reason,
})

/** The request of the user, or the order of the customer, that a grant answers. */
type AnsweredRequest = { requestId?: string | undefined; orderId?: string | undefined; amount: number; reason: string }

/** The account of a credits dialog, and what a grant answers. */
export type CreditsOf = { user: User; request?: AnsweredRequest | undefined }

/** Shows the ledger of an account, and adds to its quota or reduces it. The dialog stays open until the server has saved the grant. */
export function CreditsDialog({ user, request, onClose }: CreditsOf & { onClose: () => void }) {
  const grant = useGrantCredits()
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>('add')
  const [failure, setFailure] = useState<{ title: string; text: string }>()
  const form = useForm({
    resolver: zodResolver(GrantForm),
    defaultValues: { amount: request?.amount ?? Number.NaN, reason: request?.reason ?? '' },
    reValidateMode: 'onSubmit',
  })
  useClearErrorsOnChange(form)
  const { control, handleSubmit, setError, formState } = form

  async function save({ amount, reason }: z.infer<typeof GrantForm>) {
    setFailure(undefined)
    const origin = request && direction === 'add' ? { requestId: request.requestId, orderId: request.orderId } : {}
    try {
      await grant.mutateAsync({ userId: user.id, amount: direction === 'add' ? amount : -amount, reason, ...origin })
    } catch (error) {
      if (isUnansweredError(error)) return setFailure({ title: words.failed, text: words.unanswered })
      if (!showFieldErrors(setError, error)) setFailure({ title: words.failed, text: refusalMessageOf(error) ?? '' })
      return
    }
    notify.done(words.saved)
    onClose()
  }

  return (
    <FormDialog
      failure={failure}
      isChanged={formState.isDirty}
      isSaving={grant.isPending}
      onClose={onClose}
      onSubmit={handleSubmit(save)}
      size="lg"
      submitLabel={words.save[direction]}
      title={words.title(user.fullName)}
    >
      <BalanceBar account={user} />
      <AccountOrders user={user} />
      <SegmentedField label={words.direction} onChange={setDirection} options={directionOptions} value={direction} />
      <FormField as={NumberField} control={control} name="amount" isRequired label={words.amount} maxValue={MAX_GRANT} minValue={1} />
      <FormField
        as={TextField}
        control={control}
        name="reason"
        description={words.reasonHint}
        isRequired
        label={words.reason}
        maxLength={MAX_CREDIT_REASON_LENGTH}
      />
      <Ledger userId={user.id} />
    </FormDialog>
  )
}

const LEDGER_STEP = 20

function Ledger({ userId }: { userId: string }) {
  const [limit, setLimit] = useState(LEDGER_STEP)
  const ledger = useCredits(userId, limit)
  const left = (ledger.data?.total ?? 0) - limit
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">{words.ledger}</h3>
      <ListStatus empty={{ title: words.empty, advice: words.emptyAdvice }} failed={words.listFailed} query={ledger} />
      {ledger.data && (
        <ul className="divide-y divide-separator rounded-lg border border-separator">
          {ledger.data.rows.map(entry => (
            <LedgerEntry entry={entry} key={entry.id} />
          ))}
        </ul>
      )}
      {left > 0 && (
        <Button className="justify-self-center" onPress={() => setLimit(limit + LEDGER_STEP)} variant="ghost">
          {text.ui.more(formatWholeNumber(left))}
        </Button>
      )}
    </section>
  )
}

function LedgerEntry({ entry: { amount, kind, reason, by, at } }: { entry: CreditEntry }) {
  const sign = amount > 0 ? '+' : '−'
  return (
    <li className="flex items-start gap-4 px-4 py-3">
      <Numeric className={`w-14 shrink-0 font-semibold ${amount > 0 ? 'text-success' : ''}`}>
        {sign}
        {formatWholeNumber(Math.abs(amount))}
      </Numeric>
      <div className="min-w-0 grow">
        <p className="break-words text-sm leading-6">
          {words.kinds[kind]}: {reason}
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted text-xs">
          {by && (
            <span>
              {text.activity.by} <bdi>@{by}</bdi>
            </span>
          )}
          <Numeric>{formatInvitationMoment(at)}</Numeric>
        </p>
      </div>
    </li>
  )
}
