import { Checkbox } from '@heroui/react'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { insideOf } from '@hudur/core/invitations/rules'
import { toDialableNumber } from '@hudur/core/phone'
import { Ban, Check, CheckCheck, Circle, Clock, Minus, PencilLine, StickyNote } from 'lucide-react'
import { type ComponentProps, type ComponentType, type Dispatch, memo, type SetStateAction } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { text } from '../../text/ar.ts'
import { formatTimeOfDay, formatWholeNumber } from '../../text/format.ts'
import { formatPeople } from '../../text/people.ts'
import { formatTableName } from '../../text/table-name.ts'
import { EnterIcon, LeaveIcon } from '../../ui/arrows.tsx'
import { IconButton } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { SmallStar, VipMark } from '../../ui/vip-mark.tsx'

const words = text.eventGuests

type Selection = ReadonlyMap<string, Invitation>

type RowOptions = {
  /** Whether a row shows the guest's arrival instead of the number of places. True from the day of the event on. */
  showsArrival: boolean
  showsSending: boolean
}

export type OpenInvitation = { act: 'view' | 'edit'; invitation: Invitation }

/**
 * The callbacks of a row. They must be the same functions in every render, because a memoised row renders again when a property changes.
 */
type RowActions = {
  onOpen: (opened: OpenInvitation) => void
  onSelect: Dispatch<SetStateAction<Selection | undefined>>
}

/** Returns the selection after these invitations were selected or, if not `isSelected`, deselected. */
const updateSelection = (selection: Selection | undefined, invitations: readonly Invitation[], isSelected: boolean): Selection => {
  const after = new Map(selection)
  for (const invitation of invitations) {
    if (isSelected) after.set(invitation.id, invitation)
    else after.delete(invitation.id)
  }
  return after
}

type GuestRowsProps = RowOptions & {
  invitations: readonly Invitation[]
  /** Whether the rows are those of the previous search. */
  isOld: boolean
  /** The selected guests by id; undefined while selecting is switched off. */
  selection: Selection | undefined
} & RowActions

export function GuestRows({ invitations, isOld, selection, onSelect, onOpen, ...shown }: GuestRowsProps) {
  const isReadOnly = useIsOffline()
  const isPageSelected = selection !== undefined && invitations.every(({ id }) => selection.has(id))

  return (
    <>
      {selection && (
        <CheckboxField
          isSelected={isPageSelected}
          label={words.selectPage}
          onChange={isSelected => onSelect(before => updateSelection(before, invitations, isSelected))}
        />
      )}
      <ul
        aria-busy={isOld}
        aria-label={words.list}
        className={`overflow-hidden rounded-xl bg-surface shadow-surface ${isOld ? 'opacity-60' : ''}`}
      >
        {invitations.map(invitation => (
          <GuestRow
            invitation={invitation}
            isReadOnly={isReadOnly}
            isSelected={selection?.has(invitation.id)}
            key={invitation.id}
            onOpen={onOpen}
            onSelect={onSelect}
            {...shown}
          />
        ))}
      </ul>
    </>
  )
}

type GuestRowProps = RowOptions &
  RowActions & {
    invitation: Invitation
    /** Whether editing is disabled, because the device is offline. */
    isReadOnly: boolean
    /** Whether the guest is selected; undefined while selecting is switched off. */
    isSelected: boolean | undefined
  }

const GuestRow = memo(function GuestRow({
  invitation,
  isReadOnly,
  isSelected,
  onSelect,
  onOpen,
  showsArrival,
  showsSending,
}: GuestRowProps) {
  const guest = invitationRules.guestLabel(invitation)
  const { table, maxScans, children, note, phone, isVip, state } = invitation
  return (
    <li
      className={`flex items-center gap-2 border-separator border-t px-4 py-2 first:border-t-0 md:px-5 ${isSelected ? 'bg-accent-soft' : ''}`}
    >
      {isSelected !== undefined && (
        <Checkbox
          aria-label={words.selectOf(guest)}
          isSelected={isSelected}
          onChange={isNow => onSelect(before => updateSelection(before, [invitation], isNow))}
        >
          <Checkbox.Content className="min-h-11 min-w-11 justify-center">
            <Checkbox.Control>
              <Checkbox.Indicator />
            </Checkbox.Control>
          </Checkbox.Content>
        </Checkbox>
      )}
      <div className="min-w-0 grow md:flex md:items-center md:gap-4">
        <button
          aria-label={isVip ? words.showVipOf(guest) : words.showOf(guest)}
          className="block min-h-9 w-full break-words text-start font-medium leading-7 hover:text-accent md:min-h-11 md:w-auto md:min-w-0 md:grow md:basis-1/2"
          dir="auto"
          onClick={() => onOpen({ act: 'view', invitation })}
          type="button"
        >
          <span className={state === 'cancelled' ? 'text-muted line-through' : ''}>{guest}</span>
          {isVip && <VipMark label={text.guestFields.isVip.label} />}
        </button>
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm md:grow md:basis-1/2">
          {table && <span className="break-words text-foreground">{formatTableName(table, words.table)}</span>}
          <span>{(showsArrival && arrivalText(invitation)) || formatPeople(maxScans, children, words.placeWord)}</span>
          {phone ? (
            <a
              aria-label={text.ui.callNumberOf(phone, guest)}
              className="inline-flex min-h-11 items-center hover:text-accent max-md:hidden"
              href={`tel:${toDialableNumber(phone)}`}
            >
              <Numeric>{phone}</Numeric>
            </a>
          ) : (
            <span>{words.noPhone}</span>
          )}
          {note && <NoteIcon />}
          <span className="ms-auto">
            <StateChip invitation={invitation} showsSending={showsSending} />
          </span>
        </div>
      </div>
      {isSelected === undefined && (
        <IconButton isDisabled={isReadOnly} label={words.editOf(guest)} onPress={() => onOpen({ act: 'edit', invitation })} size="sm">
          <PencilLine aria-hidden="true" className="size-5" strokeWidth={1.6} />
        </IconButton>
      )}
    </li>
  )
})

function NoteIcon() {
  return (
    <span title={words.hasNote}>
      <StickyNote aria-hidden="true" className="size-4" strokeWidth={1.6} />
      <span className="sr-only">{words.hasNote}</span>
    </span>
  )
}

/** Returns the time of arrival or «not arrived»; undefined for a guest who is not expected, or if the time is unknown. */
function arrivalText({ state, isPending, currentScans, scannedAt, answer }: Invitation) {
  if (currentScans > 0) return scannedAt === null ? undefined : formatTimeOfDay(scannedAt)
  return state === 'cancelled' || isPending || answer?.attends === false ? undefined : words.absent
}

type IconChipProps = Omit<ComponentProps<typeof Chip>, 'children'> & {
  icon: ComponentType<{ 'aria-hidden': 'true'; className: string; strokeWidth: number }>
  label: string
}

const IconChip = ({ icon: Icon, label, ...chip }: IconChipProps) => (
  <Chip {...chip}>
    <Icon aria-hidden="true" className="size-4" strokeWidth={1.8} />
    {label}
  </Chip>
)

/** Returns how many of the arrived people have left. */
function leftText(invitation: Invitation) {
  const inside = insideOf(invitation)
  const arrived = formatWholeNumber(invitation.currentScans)
  return inside === 0 ? words.allLeft(arrived) : words.insideOf(formatWholeNumber(inside), arrived)
}

/** Shows the latest state of an invitation: from not sent, sent, opened and answered to arrived, or else cancelled or pending. */
function StateChip({ invitation, showsSending }: Pick<RowOptions, 'showsSending'> & { invitation: Invitation }) {
  const { state, isPending, currentScans, outside = 0, maxScans, answer, sentAt, openedAt, whatsapp } = invitation
  if (state === 'cancelled') return <IconChip icon={Ban} label={words.cancelled} tone="bad" />
  if (isPending) return <Chip tone="waiting">{words.pending}</Chip>
  if (currentScans > 0) {
    const arrived = formatWholeNumber(currentScans)
    if (outside > 0) return <IconChip icon={LeaveIcon} label={leftText(invitation)} tone="going" />
    const label = currentScans < maxScans ? words.arrivedOf(arrived, formatWholeNumber(maxScans)) : words.arrived(arrived)
    return <IconChip icon={EnterIcon} isFilled label={label} tone="good" />
  }
  if (whatsapp?.state === 'failed' || whatsapp?.state === 'unsure')
    return <Chip tone={whatsapp.state === 'failed' ? 'bad' : 'waiting'}>{text.whatsappStates[whatsapp.state]}</Chip>
  if (answer?.isForFormerDay) return <Chip tone="waiting">{words.formerAnswer}</Chip>
  if (answer?.attends === false) return <IconChip icon={Minus} isOutlined label={words.declined} tone="quiet" />
  if (answer)
    return (
      <Chip tone="going">
        <SmallStar className="size-3.5" />
        {words.attends(formatWholeNumber(answer.people))}
      </Chip>
    )
  if (openedAt !== null) return <IconChip icon={CheckCheck} label={words.opened} tone="good" />
  if (whatsapp) {
    const isWaiting = whatsapp.state === 'queued' || whatsapp.state === 'sending'
    const label = isWaiting && whatsapp.reason === 'limit' ? text.whatsappTomorrow : text.whatsappStates[whatsapp.state]
    return <IconChip icon={isWaiting ? Clock : Check} label={label} tone="quiet" />
  }
  if (sentAt !== null) return <IconChip icon={Check} label={words.sent} tone="quiet" />
  if (!showsSending) return null
  return (
    <Chip isOutlined tone="quiet">
      <Circle aria-hidden="true" className="size-3" strokeWidth={2} />
      {words.unsent}
    </Chip>
  )
}
