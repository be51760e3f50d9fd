import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { SpanDialog } from '../../ui/span-dialog.tsx'
import { useMarkMessagesRead, useNewMessageCount } from './queries.ts'

const words = text.messages
const formatCount = (count: number) => formatCountedNoun(count, text.messages.messageWord)

const dialogWords = {
  title: words.markManyTitle,
  lead: words.markManyLead,
  submit: words.markAll,
  none: words.noneToMark,
  failed: words.markFailed,
  counted: (count: number) => words.toMark(formatCount(count)),
  done: (count: number) => words.marked(formatCount(count)),
}

/** Renders the dialog that marks all new messages as read that arrived between two chosen minutes. */
export function MarkReadDialog(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { mutateAsync, ...action } = useMarkMessagesRead()
  const send = async (span: { from: string; to: string }) => (await mutateAsync(span)).read
  return <SpanDialog {...props} action={{ ...action, send }} useCount={useNewMessageCount} words={dialogWords} />
}
