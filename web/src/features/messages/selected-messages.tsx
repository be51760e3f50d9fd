import type { Message, MessageStatus } from '@hudur/core/messages/contract'
import { MailCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { rowsSheet, SelectedRows, startChangeOf } from '../../selection/selected-rows.tsx'
import { StatusDialog } from '../../selection/status-dialog.tsx'
import type { useDelayedChange } from '../../selection/use-delayed-change.tsx'
import type { RowSelection } from '../../selection/use-selection.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatSheetMoment, formatWholeNumber } from '../../text/format.ts'
import { useRemoveMessages, useUpdateMessages } from './queries.ts'

const words = text.selection.messages
const titles = text.selection.columns

const COLUMNS = [
  { title: titles.name, width: 24, cell: ({ fullName }: Message) => fullName },
  { title: titles.email, width: 28, cell: ({ email }: Message) => email },
  { title: titles.subject, width: 30, cell: ({ subject }: Message) => subject },
  { title: titles.message, width: 60, cell: ({ message }: Message) => message },
  { title: titles.status, width: 14, cell: ({ status }: Message) => text.messages.statuses[status] },
  { title: titles.createdAt, width: 18, cell: ({ createdAt }: Message) => formatSheetMoment(createdAt) },
  { title: titles.id, width: 24, cell: ({ id }: Message) => id },
]

/** The statuses that selected messages may get, the most frequent choice first. */
const options = (['read', 'replied', 'new'] as const satisfies MessageStatus[]).map(id => ({ id, label: text.messages.statuses[id] }))

type Filters = { search: string; from: string | undefined; to: string | undefined; status: MessageStatus | undefined }
type SelectedMessagesProps = { selection: RowSelection<Message, Filters>; delayed: ReturnType<typeof useDelayedChange> }

/** Marks, deletes and exports the selected messages. */
export function SelectedMessages({ selection, delayed }: SelectedMessagesProps) {
  const update = useUpdateMessages()
  const remove = useRemoveMessages()
  const [isChoosing, setChoosing] = useState(false)
  const rows = [...selection.rows.values()]
  const count = formatCountedNoun(rows.length, words.genitive)
  const unread = rows.filter(({ status }) => status === 'new').length
  return (
    <>
      <SelectedRows
        actions={[
          { id: 'status', label: text.selection.status, Icon: MailCheck, open: () => setChoosing(true) },
          {
            ...{ id: 'remove', label: text.selection.remove, Icon: Trash2, isDanger: true },
            question: words.removeQuestion(count),
            numbers: [...(unread > 0 ? [words.unread(formatWholeNumber(unread))] : []), words.means],
            change: {
              announcement: words.toRemove(formatCountedNoun(rows.length, words.word)),
              failed: words.failed,
              send: async input => words.removed(formatCountedNoun((await remove.mutateAsync(input)).changed, words.word)),
            },
          },
        ]}
        delayed={delayed}
        file={words.file}
        selection={selection}
        sheetOf={selected => rowsSheet(COLUMNS, selected)}
        word={words.word}
      />
      {isChoosing && (
        <StatusDialog
          names={text.messages.statuses}
          onChosen={(newStatus, name) => {
            setChoosing(false)
            startChangeOf(
              selection,
              delayed,
            )({
              announcement: words.toChange(formatCountedNoun(rows.length, words.word), name),
              failed: words.failed,
              send: async input =>
                words.changed(formatCountedNoun((await update.mutateAsync({ ...input, newStatus })).changed, words.genitive)),
            })
          }}
          onClose={() => setChoosing(false)}
          options={options}
          present={words.present}
          question={status => words.question(count, status)}
          rows={rows}
        />
      )}
    </>
  )
}
