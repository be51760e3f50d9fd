import type { WalkIn } from '@hudur/core/check-in/walk-in'
import { guestFields } from '@hudur/core/invitations/guest-fields'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import type { Cell, Sheet } from '../../sheets/sheet.ts'
import { text } from '../../text/ar.ts'
import { formatSheetMoment } from '../../text/format.ts'

const words = text.recap
const titles = text.sheets.columns

const COLUMNS = [
  { title: titles.guest, width: guestFields.guestName.sheetWidth },
  { title: titles.status, width: 12 },
  { title: text.guestFields.side.label, width: guestFields.side.sheetWidth },
  { title: text.guestFields.table.label, width: guestFields.table.sheetWidth },
  { title: words.sheetColumns.invited, width: 12 },
  { title: words.sheetColumns.arrived, width: 12 },
  { title: words.sheetColumns.exceeding, width: 12 },
  { title: titles.scannedAt, width: 18 },
  { title: titles.answerNote, width: 40 },
]

const invitationRow = (invitation: Invitation): Cell[] => {
  const { currentScans, maxScans, side, table, scannedAt, answer } = invitation
  return [
    invitationRules.guestLabel(invitation),
    currentScans > 0 ? words.status.came : words.status.absent,
    side ?? '',
    table ?? '',
    invitationRules.countInvitedPeople(invitation),
    Math.min(currentScans, maxScans),
    Math.max(0, currentScans - maxScans),
    scannedAt ? formatSheetMoment(scannedAt) : '',
    answer?.note ?? '',
  ]
}

const walkInRow = ({ name, people, note, at }: WalkIn): Cell[] => [
  name || text.walkIns.anonymous,
  words.status.walkIn,
  ...['', ''],
  ...[0, people, 0],
  formatSheetMoment(at),
  note ?? '',
]

/** Returns the invitations of an event and its walk-ins as a sheet; those with which somebody came are first, in the order of the list. */
export function recapSheet(invitations: readonly Invitation[], walkIns: readonly WalkIn[]): Sheet {
  const came = invitations.filter(({ currentScans }) => currentScans > 0)
  const absent = invitations.filter(({ currentScans }) => currentScans === 0)
  return { columns: COLUMNS, pages: [[...came, ...absent].map(invitationRow), walkIns.map(walkInRow)] }
}
