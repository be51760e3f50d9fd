import type { ImportChoice } from '@hudur/core/guest-lists/assess-table'
import { MAX_INVITATIONS_PER_CALL } from '@hudur/core/invitations/contract'
import * as texts from '@hudur/core/texts'
import {
  type ClipboardEvent,
  type SyntheticEvent,
  useContext,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type UseFormReturn, useController, useFormState, useWatch } from 'react-hook-form'
import { SignedInUserContext } from '../../backend/hooks/use-session.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingDialog } from '../../ui/dialog-loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import {
  countNames,
  describeGuestList,
  hasSeveralGuests,
  isPlainList,
  MAX_LIST_CHARACTERS,
  readGuestList,
} from '../guest-lists/guest-list.ts'
import type { ImportDialogProps } from '../guest-lists/import-dialog.tsx'
import { type ImportedList, withUniqueName } from '../guest-lists/imported-list.ts'
import { ImportedLists } from '../guest-lists/imported-lists.tsx'
import type { ImportSource } from '../guest-lists/use-import.ts'
import type { EarlierEventDialogProps } from './earlier-event-dialog.tsx'
import type { GeneratorValues } from './generator-values.ts'

const ImportDialog = deferredComponent<ImportDialogProps>(
  async () => (await import('../guest-lists/import-dialog.tsx')).ImportDialog,
  ({ onClose }) => <LoadingDialog onClose={onClose} title={text.guests.title} />,
)

const EarlierEventDialog = deferredComponent<EarlierEventDialogProps>(
  async () => (await import('./earlier-event-dialog.tsx')).EarlierEventDialog,
  ({ onClose }) => <LoadingDialog onClose={onClose} title={text.guests.earlierEvent} />,
)

/** The number of characters that are checked for the hint «the list needs a review» below the field. */
const MAX_CHECKED_CHARACTERS = 20_000

const checkNames = (listText: string, { imported }: GeneratorValues) => {
  const { problem, count } = readGuestList(listText, imported)
  return problem ?? (count > 0 || texts.generator.names)
}

/** Reads the typed list with a deferred value, so that a long list does not slow the typing down. */
export function useGuestList({ control }: Pick<UseFormReturn<GeneratorValues>, 'control'>) {
  const deferredText = useDeferredValue(useWatch({ control, name: 'names' }))
  const imported = useWatch({ control, name: 'imported' })
  return useMemo(() => readGuestList(deferredText, imported), [deferredText, imported])
}

/** Returns the list whose review was open when the page was closed; undefined if there is none. */
function interruptedReviewOf({ reviewed, imported }: GeneratorValues): ImportSource | undefined {
  if (!reviewed) return undefined
  const { list, place, isOfField } = reviewed
  return { name: list.name, from: list, place: imported[place] ? place : -1, isOfField }
}

type NamesFieldProps = { form: UseFormReturn<GeneratorValues>; balance: number | undefined; eventId: string | undefined }

/**
 * Renders the field for names, one per line, and the imported lists below it. A refused text or file leaves the content unchanged.
 * `balance`: how many invitations the charged account has left, undefined until it is loaded.
 */
export function NamesField({ form, balance, eventId }: NamesFieldProps) {
  /** A text that the user has declared to be names only. */
  const [confirmedText, setConfirmedText] = useState('')
  /** Returns the error «review needed» for a text that is not a plain list, unless the user has confirmed the text. */
  const checkListReviewed = (names: string) => names === confirmedText || isPlainList(names) || text.guests.needed
  const { field, fieldState } = useController({
    control: form.control,
    name: 'names',
    rules: { validate: { names: checkNames, reviewed: checkListReviewed } },
  })
  const imported = useController({ control: form.control, name: 'imported' }).field
  const [source, setSource] = useState(() => interruptedReviewOf(form.getValues()))
  const [isChoosingEvent, setChoosingEvent] = useState(false)
  const hasAccount = useContext(SignedInUserContext) !== undefined
  const list = useGuestList(form)
  const deferredText = useDeferredValue(field.value)
  const isPlain = useMemo(
    () => deferredText === confirmedText || isPlainList(deferredText.slice(0, MAX_CHECKED_CHARACTERS)),
    [deferredText, confirmedText],
  )
  const isPasting = useRef(false)
  /** The source and the choices of the last review that was closed without accepting its guests. */
  const closedReview = useRef<ImportSource>(undefined)

  const openReview = (names: string) => openImportSource({ name: text.guests.pastedList, from: names })

  function openImportSource(newSource: ImportSource) {
    const before = closedReview.current
    setSource(before?.from === newSource.from ? { ...newSource, choice: before.choice } : newSource)
  }

  const { submitCount } = useFormState({ control: form.control })
  const reviewOnSubmit = useEffectEvent(() => {
    if (fieldState.error?.type === 'reviewed') openReview(field.value)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every submit opens the review that is still required
  useEffect(() => reviewOnSubmit(), [submitCount])

  /** Refuses a text that is too large before the browser inserts it: its layout would block the page for half a minute. */
  function checkInsertion(event: SyntheticEvent, transfer: DataTransfer) {
    const names = transfer.getData('text')
    if (names.length + field.value.length > MAX_LIST_CHARACTERS) return refuseText(event)
    isPasting.current = hasSeveralGuests(names)
  }

  function refuseText(event: SyntheticEvent) {
    event.preventDefault()
    event.stopPropagation()
    form.setError('names', {
      type: 'paste',
      message: text.generator.pasteTooLarge(formatCountedNoun(MAX_INVITATIONS_PER_CALL, text.generator.nameWord)),
    })
  }

  /** Opens the review of a table copied from a spreadsheet (tabs between cells) instead of inserting it into the field. */
  function handlePaste(event: ClipboardEvent) {
    const copied = event.clipboardData.getData('text')
    if (!copied.includes('\t')) return checkInsertion(event, event.clipboardData)
    event.preventDefault()
    event.stopPropagation()
    openImportSource({ name: text.guests.pasted, from: copied })
  }

  /**
   * Opens the review of pasted text. Some on-screen keyboards paste without a paste event. Several guests inserted at once are therefore
   * reviewed too, unless they are a plain list.
   */
  function handleChange(now: string) {
    const isInsertedAtOnce = now.length - field.value.length > 1 && hasSeveralGuests(now) && !hasSeveralGuests(field.value)
    const isReviewed = countNames(now) <= MAX_INVITATIONS_PER_CALL && (isPasting.current || (isInsertedAtOnce && !isPlainList(now)))
    isPasting.current = false
    form.clearErrors('names')
    field.onChange(now)
    if (isReviewed) openReview(now)
  }

  function setImportedLists(lists: ImportedList[]) {
    form.clearErrors('names')
    imported.onChange(lists)
  }

  const isOfField = source !== undefined && (source.isOfField ?? source.from === field.value)
  /** The index in `imported` of the list under review; -1 for a new list. */
  const listIndex = source ? (source.place ?? imported.value.indexOf(source.from as ImportedList)) : -1

  function acceptList(accepted: ImportedList) {
    setImportedLists(
      listIndex === -1
        ? [...imported.value, withUniqueName(accepted, imported.value)]
        : imported.value.map((other, at) => (at === listIndex ? accepted : other)),
    )
    if (isOfField) field.onChange('')
    endReview()
  }

  function endReview() {
    form.setValue('reviewed', null)
    setSource(undefined)
  }

  function closeReview(choice?: ImportChoice) {
    if (source) closedReview.current = { ...source, choice }
    endReview()
  }

  /** Closes the review and keeps the lines in the field, each as a name. */
  function keepLinesAsNames() {
    setConfirmedText(field.value)
    form.clearErrors('names')
    endReview()
  }

  /** The number of the form's invitations for guests that are not in the list under review. */
  const otherCount = list.count - (isOfField ? list.typed : (imported.value[listIndex]?.guests.length ?? 0))

  return (
    <div>
      <div aria-live="polite" onDropCapture={event => checkInsertion(event, event.dataTransfer)} onPasteCapture={handlePaste}>
        <TextAreaField
          {...field}
          description={describeGuestList(list)}
          error={fieldState.error?.message ?? list.problem}
          isRequired={imported.value.length === 0}
          label={text.generator.names}
          onChange={handleChange}
          rows={6}
        />
      </div>
      {!isPlain && (
        <Notice
          action={
            <Button onPress={() => openReview(field.value)} size="sm" variant="outline">
              {text.guests.title}
            </Button>
          }
          className="mt-2"
          tone="warning"
        >
          {text.guests.needed}
        </Notice>
      )}
      <ImportedLists
        lists={imported.value}
        onEarlierEvent={hasAccount ? () => setChoosingEvent(true) : undefined}
        onOpen={openImportSource}
        onRemove={list => setImportedLists(imported.value.filter(other => other !== list))}
      />
      {isChoosingEvent && (
        <EarlierEventDialog
          event={{ ...form.getValues(), eventId }}
          onChoose={chosen => {
            setChoosingEvent(false)
            openImportSource(chosen)
          }}
          onClose={() => setChoosingEvent(false)}
        />
      )}
      {source && (
        <ImportDialog
          event={{ ...form.getValues(), eventId }}
          balance={balance === undefined ? undefined : balance - otherCount}
          onClose={closeReview}
          onKeepLines={isOfField ? keepLinesAsNames : undefined}
          onReview={list => form.setValue('reviewed', { list, place: listIndex, isOfField })}
          onAccept={acceptList}
          source={source}
        />
      )}
    </div>
  )
}
