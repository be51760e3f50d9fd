import { Refusal } from '@hudur/core/refusals'
import { type FormEvent, useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { usePendingOrderCount, useRejectOrders } from './queries.ts'

const words = text.orders
const LAST_MS_OF_MINUTE = 59_999

const formatOrders = (count: number) => formatCountedNoun(count, text.requests.requestWord)

/** Rejects all pending orders that arrived between two chosen minutes, both included. Shows their number first. */
export function RejectDialog({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const isBackwards = from !== '' && to !== '' && to < from
  const span =
    from === '' || to === '' || isBackwards
      ? undefined
      : { from: new Date(from).toISOString(), to: new Date(Date.parse(to) + LAST_MS_OF_MINUTE).toISOString() }
  const { data: count, isError } = usePendingOrderCount(span)
  const { mutateAsync, isPending, error } = useRejectOrders()

  async function rejectOrders(event: FormEvent) {
    event.preventDefault()
    if (!span || isPending) return
    const { rejected } = await mutateAsync(span)
    notify.done(words.rejected(formatOrders(rejected)))
    onOpenChange(false)
  }

  return (
    <FormDialog
      failure={error ? { title: words.rejectFailed, text: error instanceof Refusal ? error.message : text.errors.unreachable } : undefined}
      isChanged={false}
      isOpen={isOpen}
      isSaving={isPending}
      isSubmitDisabled={!count}
      onClose={() => onOpenChange(false)}
      onSubmit={event => void rejectOrders(event).catch(() => undefined)}
      submitLabel={words.rejectAll}
      title={words.rejectManyTitle}
    >
      <p className="text-muted text-sm">{words.rejectManyLead}</p>
      <TextField isLtr label={words.from} onChange={setFrom} type="datetime-local" value={from} />
      <TextField
        error={isBackwards ? words.backwards : undefined}
        isLtr
        label={words.to}
        onChange={setTo}
        type="datetime-local"
        value={to}
      />
      <p role="status">
        {isError ? words.countFailed : count === undefined ? '' : count === 0 ? words.noneToReject : words.toReject(formatOrders(count))}
      </p>
    </FormDialog>
  )
}
