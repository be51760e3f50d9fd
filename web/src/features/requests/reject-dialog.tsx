import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { SpanDialog } from '../../ui/span-dialog.tsx'
import { usePendingOrderCount, useRejectOrders } from './queries.ts'

const words = text.orders
const formatCount = (count: number) => formatCountedNoun(count, text.requests.requestWord)

const dialogWords = {
  title: words.rejectManyTitle,
  lead: words.rejectManyLead,
  submit: words.rejectAll,
  none: words.noneToReject,
  failed: words.rejectFailed,
  counted: (count: number) => words.toReject(formatCount(count)),
  done: (count: number) => words.rejected(formatCount(count)),
}

/** Renders the dialog that rejects all pending orders that arrived between two chosen minutes. */
export function RejectDialog(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { mutateAsync, ...action } = useRejectOrders()
  const send = async (span: { from: string; to: string }) => (await mutateAsync(span)).rejected
  return <SpanDialog {...props} action={{ ...action, send }} useCount={usePendingOrderCount} words={dialogWords} />
}
