import { text } from '../../../text/ar.ts'
import { formatCountedNoun } from '../../../text/format.ts'
import { SpanDialog } from '../../../ui/span-dialog.tsx'
import { useRegistrationCount, useRejectRegistrations } from '../administration-queries.ts'

const words = text.apply
const formatCount = (count: number) => formatCountedNoun(count, words.countWord)

const dialogWords = {
  title: words.rejectManyTitle,
  lead: words.rejectManyLead,
  submit: words.rejectAll,
  none: words.noneToReject,
  failed: words.rejectManyFailed,
  counted: (count: number) => words.toReject(formatCount(count)),
  done: (count: number) => words.rejectedMany(formatCount(count)),
}

/** Renders the dialog that rejects all pending registrations that arrived between two chosen minutes. */
export function RejectRegistrationsDialog(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { mutateAsync, ...action } = useRejectRegistrations()
  const send = async (span: { from: string; to: string }) => (await mutateAsync(span)).rejected
  return <SpanDialog {...props} action={{ ...action, send }} useCount={useRegistrationCount} words={dialogWords} />
}
