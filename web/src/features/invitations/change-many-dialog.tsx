import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { guestFields } from '@hudur/core/invitations/guest-fields'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { type SubmitEvent, useMemo, useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { ComboField } from '../../ui/combo-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { eventOptions } from './event-options.tsx'
import { useEventsOf, useUpdateMany } from './queries.ts'

const words = text.guestSelection.changeMany

/** The maximum number of present values that are listed for a field. */
const MAX_LISTED_VALUES = 4

/** The chosen changes. A missing field stays as it is; an empty text removes the value. `eventId` is empty until an event is chosen. */
export type Changes = Pick<EndpointInput<typeof contract.invitations.updateMany>, 'isVip' | 'maxScans' | 'eventId'> & {
  side?: string
  table?: string
}

const isChanged = (invitation: Invitation, { side, table, isVip, maxScans, eventId }: Changes) =>
  (side !== undefined && invitation.side !== (side.trim() || null)) ||
  (table !== undefined && invitation.table !== (table.trim() || null)) ||
  (isVip !== undefined && invitation.isVip !== isVip) ||
  (maxScans !== undefined && invitation.maxScans !== maxScans) ||
  (eventId !== undefined && invitation.eventId !== eventId)

/** Returns the most frequent present values of a field with their numbers: «أهل العروس (12)، بلا جهة (3)». */
function presentValues(invitations: readonly Invitation[], field: 'side' | 'table') {
  const counts = new Map<string, number>()
  for (const { [field]: value } of invitations) {
    const label = value ?? words.none[field]
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const listed = sorted.slice(0, MAX_LISTED_VALUES).map(([value, count]) => words.valueCount(value, formatWholeNumber(count)))
  return [...listed, ...(sorted.length > listed.length ? [words.others] : [])].join('، ')
}

type ChangeManyDialogProps = {
  invitations: readonly Invitation[]
  onClose: () => void
  onDone: () => void
  /** Receives the changes and how many invitations they change, instead of saving them. */
  onChosen?: (changes: Changes, changedCount: number) => void
}

/**
 * Changes the side, the table, the VIP mark, the number of persons and the event of many guests at once. The button says for how many guests
 * something changes.
 */
export function ChangeManyDialog({ invitations: selectedInvitations, onClose, onDone, onChosen }: ChangeManyDialogProps) {
  // Keeps the invitations with which the dialog was opened, because the selection changes when the list is reloaded.
  const [invitations] = useState(selectedInvitations)
  const [changes, setChanges] = useState<Changes>({})
  const [failure, setFailure] = useState<string>()
  const update = useUpdateMany()
  const changedCount = invitations.filter(invitation => isChanged(invitation, changes)).length
  const persons = useMemo(() => personsOf(invitations), [invitations])
  const badNumber = changes.maxScans !== undefined && !(changes.maxScans >= persons.min && changes.maxScans <= persons.max)
  const tooLong = (['side', 'table'] as const).some(field => (changes[field] ?? '').trim().length > guestFields[field].maxLength)

  const isUnusable = changedCount === 0 || tooLong || badNumber || changes.eventId === ''

  async function saveChanges(submitted: SubmitEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (update.isPending || isUnusable) return
    if (onChosen) return onChosen(changes, changedCount)
    setFailure(undefined)
    try {
      const { changed } = await update.mutateAsync({ ids: invitations.map(({ id }) => id), ...changes })
      notify.done(words.done(formatCountedNoun(changed, text.eventGuests.genitiveGuestWord)))
      onDone()
    } catch (error) {
      setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <FormDialog
      failure={failure === undefined ? undefined : { title: words.failed, text: failure }}
      isChanged={Object.keys(changes).length > 0}
      isSaving={update.isPending}
      isSubmitDisabled={isUnusable}
      onClose={onClose}
      onSubmit={submitted => void saveChanges(submitted as SubmitEvent<HTMLFormElement>)}
      submitLabel={isUnusable ? words.label : words.submit(formatCountedNoun(changedCount, text.eventGuests.genitiveGuestWord))}
      title={words.title(formatCountedNoun(invitations.length, text.eventGuests.genitiveGuestWord))}
    >
      {(['side', 'table'] as const).map(field => (
        <LineChange
          field={field}
          key={field}
          onChange={value => setChanges(({ [field]: _, ...others }) => (value === undefined ? others : { ...others, [field]: value }))}
          present={presentValues(invitations, field)}
          value={changes[field]}
        />
      ))}
      <SegmentedField
        description={words.presentVip(formatWholeNumber(invitations.filter(({ isVip }) => isVip).length))}
        label={text.guestFields.isVip.label}
        onChange={choice => setChanges(({ isVip: _, ...others }) => (choice === 'keep' ? others : { ...others, isVip: choice === 'yes' }))}
        options={[
          { id: 'keep', label: words.vip.keep },
          { id: 'yes', label: words.vip.yes },
          { id: 'no', label: words.vip.no },
        ]}
        value={changes.isVip === undefined ? 'keep' : changes.isVip ? 'yes' : 'no'}
      />
      <PersonsChange
        onChange={maxScans => setChanges(({ maxScans: _, ...others }) => (maxScans === undefined ? others : { ...others, maxScans }))}
        persons={persons}
        value={changes.maxScans}
      />
      <EventChange
        invitations={invitations}
        onChange={eventId => setChanges(({ eventId: _, ...others }) => (eventId === undefined ? others : { ...others, eventId }))}
        value={changes.eventId}
      />
    </FormDialog>
  )
}

/** Returns the smallest and the largest number of persons that all of the invitations may be for. */
const personsOf = (invitations: readonly Invitation[]) =>
  invitations.reduce(
    ({ min, max }, { currentScans, generationType }) => ({
      min: Math.max(min, currentScans),
      max: Math.min(max, invitationRules.maxPersonsFor(generationType)),
    }),
    { min: 1, max: invitationRules.maxPersonsFor('count') },
  )

type PersonsChangeProps = {
  persons: { min: number; max: number }
  value: number | undefined
  onChange: (value: number | undefined) => void
}

function PersonsChange({ persons: { min, max }, value, onChange }: PersonsChangeProps) {
  return (
    <div className="grid gap-1">
      <CheckboxField
        {...(min > 1 && { description: words.admitted(formatWholeNumber(min)) })}
        isSelected={value !== undefined}
        label={words.change.maxScans}
        onChange={isSelected => onChange(isSelected ? min : undefined)}
      />
      {value !== undefined && (
        <NumberField
          error={value >= min && value <= max ? undefined : texts.badNumber(min, max)}
          label={text.data.maxScans}
          maxValue={max}
          minValue={min}
          onChange={onChange}
          value={value}
        />
      )}
    </div>
  )
}

type EventChangeProps = { invitations: readonly Invitation[]; value: string | undefined; onChange: (value: string | undefined) => void }

/** Chooses an event of the owner of the invitations. Not shown when they have several owners, or their owner no other event. */
function EventChange({ invitations, value, onChange }: EventChangeProps) {
  const owners = useMemo(() => [...new Set(invitations.map(({ userId }) => userId))], [invitations])
  const events = useEventsOf(owners.length === 1 ? owners[0] : undefined).data
  const options = useMemo(() => {
    const present = new Set(invitations.map(({ eventId }) => eventId))
    return eventOptions((events ?? []).filter(({ eventId }) => !(present.size === 1 && present.has(eventId))))
  }, [events, invitations])
  if (options.length === 0) return null
  return (
    <div className="grid gap-1">
      <CheckboxField
        isSelected={value !== undefined}
        label={words.change.event}
        onChange={isSelected => onChange(isSelected ? '' : undefined)}
      />
      {value !== undefined && (
        <ComboField
          label={text.data.columns.event}
          nothing={words.noEvent}
          onChange={onChange}
          options={options}
          placeholder={words.chooseEvent}
          value={value}
        />
      )}
    </div>
  )
}

type LineChangeProps = {
  field: 'side' | 'table'
  /** The present values of the guests. */
  present: string
  /** The new value; undefined while the field stays as it is. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function LineChange({ field, present, value, onChange }: LineChangeProps) {
  const { maxLength } = guestFields[field]
  return (
    <div className="grid gap-1">
      <CheckboxField
        description={words.present(present)}
        isSelected={value !== undefined}
        label={words.change[field]}
        onChange={isSelected => onChange(isSelected ? '' : undefined)}
      />
      {value !== undefined && (
        <TextField
          autoComplete="off"
          description={words.emptyRemoves}
          error={value.trim().length > maxLength ? texts.tooLong(maxLength) : undefined}
          label={text.guestFields[field].label}
          onChange={onChange}
          value={value}
        />
      )}
    </div>
  )
}
