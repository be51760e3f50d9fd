import { Refusal } from '@hudur/core/refusals'
import { type FormEvent, useState } from 'react'
import { text } from '../text/ar.ts'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from './text-field.tsx'
import { notify } from './toast.tsx'

const spanWords = text.spans
const LAST_MS_OF_MINUTE = 59_999

type Span = { from: string; to: string }

export type SpanDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  words: {
    title: string
    lead: string
    submit: string
    none: string
    failed: string
    counted: (count: number) => string
    done: (count: number) => string
  }
  /** A hook that counts the rows which arrived in a span of moments; undefined without a span. */
  useCount: (span: Span | undefined) => { data: number | undefined; isError: boolean }
  /** Changes the rows that arrived in a span, and returns their number. */
  action: { send: (span: Span) => Promise<number>; isPending: boolean; error: Error | null }
}

/** Changes all rows that arrived between two chosen minutes, both included. Shows their number first. */
export function SpanDialog({ isOpen, onOpenChange, words, useCount, action }: SpanDialogProps) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const isBackwards = from !== '' && to !== '' && to < from
  const span =
    from === '' || to === '' || isBackwards
      ? undefined
      : { from: new Date(from).toISOString(), to: new Date(Date.parse(to) + LAST_MS_OF_MINUTE).toISOString() }
  const { data: count, isError } = useCount(span)
  const { send, isPending, error } = action

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!span || isPending) return
    notify.done(words.done(await send(span)))
    onOpenChange(false)
  }

  return (
    <FormDialog
      failure={error ? { title: words.failed, text: error instanceof Refusal ? error.message : text.errors.unreachable } : undefined}
      isChanged={false}
      isOpen={isOpen}
      isSaving={isPending}
      isSubmitDisabled={!count}
      onClose={() => onOpenChange(false)}
      onSubmit={event => void submit(event).catch(() => undefined)}
      submitLabel={words.submit}
      title={words.title}
    >
      <p className="text-muted text-sm">{words.lead}</p>
      <TextField isLtr label={spanWords.from} onChange={setFrom} type="datetime-local" value={from} />
      <TextField
        error={isBackwards ? spanWords.backwards : undefined}
        isLtr
        label={spanWords.to}
        onChange={setTo}
        type="datetime-local"
        value={to}
      />
      <p role="status">{isError ? spanWords.countFailed : count === undefined ? '' : count === 0 ? words.none : words.counted(count)}</p>
    </FormDialog>
  )
}
