import type { OfficeRequest, Order, OrderStatus } from '@hudur/core/requests/contract'
import { ListTodo } from 'lucide-react'
import { useState } from 'react'
import { rowsSheet, SelectedRows, startChangeOf } from '../../selection/selected-rows.tsx'
import { StatusDialog } from '../../selection/status-dialog.tsx'
import type { useDelayedChange } from '../../selection/use-delayed-change.tsx'
import type { RowSelection } from '../../selection/use-selection.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatSheetMoment } from '../../text/format.ts'

const words = text.selection.orders
const titles = text.selection.columns

export type ListedOrder = Order | OfficeRequest
export type OrderFilters = { search: string; from: string | undefined; to: string | undefined; status: OrderStatus | undefined }

/** Returns the columns of a sheet of orders or requests. `names` has the users of requests by their ids. */
const columnsOf = (names: ReadonlyMap<string, string> | undefined) => [
  { title: titles.event, width: 30, cell: ({ eventName }: ListedOrder) => eventName },
  { title: titles.eventDate, width: 14, cell: ({ eventDate }: ListedOrder) => eventDate },
  { title: titles.type, width: 16, cell: ({ eventType }: ListedOrder) => text.orders.types[eventType] },
  {
    title: titles.name,
    width: 24,
    cell: (one: ListedOrder) => ('customerName' in one ? (one.customerName ?? '') : (names?.get(one.userId) ?? '')),
  },
  { title: titles.phone, width: 18, cell: ({ phone }: ListedOrder) => phone },
  { title: titles.invitations, width: 12, cell: ({ invitationCount }: ListedOrder) => invitationCount },
  { title: titles.status, width: 16, cell: ({ status }: ListedOrder) => text.orders.statuses[status] },
  {
    title: titles.payment,
    width: 20,
    cell: (one: ListedOrder) => ('paymentState' in one ? text.orderMoney.states[one.paymentState] : ''),
  },
  {
    title: titles.notes,
    width: 40,
    cell: (one: ListedOrder) => ('customerNotes' in one ? one.customerNotes : one.notes) ?? '',
  },
  { title: titles.officeNotes, width: 40, cell: ({ officeNotes }: ListedOrder) => officeNotes ?? '' },
  { title: titles.createdAt, width: 18, cell: ({ createdAt }: ListedOrder) => formatSheetMoment(createdAt) },
  { title: titles.id, width: 24, cell: ({ id }: ListedOrder) => id },
]

type Selection<One extends ListedOrder> = RowSelection<One, OrderFilters>

type SelectedOrdersProps<One extends ListedOrder, Status extends OrderStatus> = {
  selection: Selection<One>
  delayed: ReturnType<typeof useDelayedChange>
  statuses: readonly Status[]
  update: (input: ReturnType<Selection<One>['toInput']> & { newStatus: Status }) => Promise<{ changed: number }>
  names?: ReadonlyMap<string, string> | undefined
}

/** Changes the status of the selected orders or requests, and exports them. */
export function SelectedOrders<One extends ListedOrder, Status extends OrderStatus>(props: SelectedOrdersProps<One, Status>) {
  const { selection, delayed, statuses, update, names } = props
  const [isChoosing, setChoosing] = useState(false)
  const rows = [...selection.rows.values()]
  const count = formatCountedNoun(rows.length, words.genitive)
  return (
    <>
      <SelectedRows
        actions={[{ id: 'status', label: text.selection.status, Icon: ListTodo, open: () => setChoosing(true) }]}
        delayed={delayed}
        file={words.file}
        selection={selection}
        sheetOf={selected => rowsSheet(columnsOf(names), selected)}
        word={words.word}
      />
      {isChoosing && (
        <StatusDialog
          names={text.orders.statuses}
          onChosen={(newStatus, name) => {
            setChoosing(false)
            startChangeOf(
              selection,
              delayed,
            )({
              announcement: words.toChange(count, name),
              failed: words.failed,
              send: async input => words.changed(formatCountedNoun((await update({ ...input, newStatus })).changed, words.genitive)),
            })
          }}
          onClose={() => setChoosing(false)}
          options={statuses.map(id => ({ id, label: text.orders.statuses[id] }))}
          present={words.present}
          question={status => words.question(count, status)}
          rows={rows}
        />
      )}
    </>
  )
}
