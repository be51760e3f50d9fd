import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Eye, PencilLine, Trash2 } from 'lucide-react'
import { SelectionBox } from '../../selection/selection-box.tsx'
import type { RowSelection } from '../../selection/use-selection.ts'
import { text } from '../../text/ar.ts'
import { formatInvitationDay } from '../../text/format.ts'
import { formatTableName } from '../../text/table-name.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { VipMark } from '../../ui/vip-mark.tsx'
import { InvitationStatusChip } from './status.tsx'

const words = text.data
const { columns: columnTitles } = words

const COLUMN_CLASSES = [
  ['guest', 'px-5'],
  ['event', 'px-3'],
  ['type', 'w-24 px-3'],
  ['status', 'w-44 px-3'],
  ['createdAt', 'w-32 px-3'],
  ['actions', 'w-40 px-5 print:hidden'],
] as const

export type RowAction = 'view' | 'edit' | 'remove'

type Selection = RowSelection<Invitation>

type InvitationTableProps = {
  selection: Selection
  invitations: readonly Invitation[]
  /** Whether the rows belong to the previous search, because the response to the new one has not arrived. */
  isOld: boolean
  onAct: (act: RowAction, invitation: Invitation) => void
}

export function InvitationTable({ invitations, isOld, onAct, selection }: InvitationTableProps) {
  const isWide = useIsWide()
  const rows = invitations.map(invitation => ({ invitation, selection, onAct: (act: RowAction) => onAct(act, invitation) }))
  const dimmedClass = isOld ? 'opacity-60' : ''
  if (!isWide) {
    return (
      <ul aria-busy={isOld} className={`grid gap-3 print:grid-cols-3 print:gap-2 ${dimmedClass}`}>
        {rows.map(row => (
          <InvitationListItem key={row.invitation.id} {...row} />
        ))}
      </ul>
    )
  }
  return (
    <div className={`overflow-hidden rounded-xl bg-surface shadow-surface ${dimmedClass}`}>
      <table aria-busy={isOld} aria-label={words.table} className="w-full table-fixed text-sm">
        <thead className="border-border border-b text-muted text-xs">
          <tr>
            {selection.isOn && (
              <th className="w-16 ps-3 print:hidden" scope="col">
                <span className="sr-only">{text.selection.start}</span>
              </th>
            )}
            {COLUMN_CLASSES.map(([column, columnClass]) => (
              <th className={`${columnClass} py-3 text-start font-medium`} key={column} scope="col">
                {columnTitles[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-separator">
          {rows.map(row => (
            <InvitationRow key={row.invitation.id} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { invitation: Invitation; selection: Selection; onAct: (act: RowAction) => void }

const nameElementId = ({ id }: Invitation) => `guest-${id}`

function InvitationRow({ invitation, selection, onAct }: RowProps) {
  return (
    <tr className={selection.isSelected(invitation) ? 'bg-accent-soft' : 'hover:bg-surface-secondary'}>
      {selection.isOn && (
        <td className="ps-3 print:hidden">
          <SelectionBox name={invitationRules.guestLabel(invitation)} row={invitation} selection={selection} />
        </td>
      )}
      <td className="break-words px-5 py-2.5 font-medium" dir="auto" id={nameElementId(invitation)}>
        <GuestName invitation={invitation} />
      </td>
      <td className="break-words px-3 py-2.5" dir="auto">
        {invitation.eventName}
      </td>
      <td className="px-3 py-2.5 text-muted">{text.generator.kinds[invitation.generationType]}</td>
      <td className="px-3 py-2.5">
        <InvitationStatus invitation={invitation} />
      </td>
      <td className="whitespace-nowrap px-3 py-2.5 text-muted">
        <Numeric>{formatInvitationDay(invitation.createdAt)}</Numeric>
      </td>
      <td className="px-4 py-1.5 print:hidden">
        <div className="flex gap-2">
          <IconButton aria-describedby={nameElementId(invitation)} label={words.view} onPress={() => onAct('view')} size="sm">
            <Eye aria-hidden="true" className="size-5" strokeWidth={1.6} />
          </IconButton>
          <IconButton aria-describedby={nameElementId(invitation)} label={words.edit} onPress={() => onAct('edit')} size="sm">
            <PencilLine aria-hidden="true" className="size-5" strokeWidth={1.6} />
          </IconButton>
          <IconButton
            aria-describedby={nameElementId(invitation)}
            className="text-danger"
            label={words.remove}
            onPress={() => onAct('remove')}
            size="sm"
          >
            <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.6} />
          </IconButton>
        </div>
      </td>
    </tr>
  )
}

function InvitationListItem({ invitation, selection, onAct }: RowProps) {
  const buttonProps = { 'aria-describedby': nameElementId(invitation), size: 'sm', variant: 'outline' } as const
  return (
    <li className={`rounded-xl p-4 shadow-surface print:p-3 ${selection.isSelected(invitation) ? 'bg-accent-soft' : 'bg-surface'}`}>
      <SelectionBox name={invitationRules.guestLabel(invitation)} row={invitation} selection={selection} />
      <p className="break-words font-semibold leading-7" dir="auto" id={nameElementId(invitation)}>
        <GuestName invitation={invitation} />
      </p>
      <DescriptionList
        className="mt-1"
        items={[
          [columnTitles.event, invitation.eventName],
          [columnTitles.type, text.generator.kinds[invitation.generationType]],
          [columnTitles.status, <InvitationStatus invitation={invitation} key="status" />],
          [columnTitles.createdAt, <Numeric key="at">{formatInvitationDay(invitation.createdAt)}</Numeric>],
        ]}
      />
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <Button {...buttonProps} className="grow" onPress={() => onAct('view')}>
          {words.view}
        </Button>
        <Button {...buttonProps} className="grow" onPress={() => onAct('edit')}>
          {words.edit}
        </Button>
        <Button {...buttonProps} className="grow text-danger" onPress={() => onAct('remove')}>
          {words.remove}
        </Button>
      </div>
    </li>
  )
}

function GuestName({ invitation }: { invitation: Invitation }) {
  return (
    <>
      {invitationRules.guestLabel(invitation)}
      {invitation.isVip && <VipMark label={text.guestFields.isVip.label} />}
    </>
  )
}

/** Renders the status and the table of an invitation and, for several people, how many of them have entered. */
function InvitationStatus({ invitation }: { invitation: Invitation }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <InvitationStatusChip invitation={invitation} />
      {invitation.maxScans > 1 && (
        <span className="text-muted text-xs">
          <Numeric>{words.entries(String(invitation.currentScans), String(invitation.maxScans))}</Numeric>
        </span>
      )}
      {invitation.table && <span className="text-xs">{formatTableName(invitation.table, words.tableOf)}</span>}
    </span>
  )
}
