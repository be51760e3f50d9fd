import { accountRules, MAX_AT_ONCE, texts } from '@hudur/core'
import { type ClipboardEvent, type SyntheticEvent, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useController, useFormState, useWatch } from 'react-hook-form'
import { text } from '../../../text/ar.ts'
import { counted } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import type { GeneratorFields } from '../generator-fields.ts'
import { useOwner } from '../owner-field.tsx'
import type { ImportChoice } from './assess-table.ts'
import { countOf, describeGuestList, holdsSeveral, isPlainList, MAX_LIST_CHARACTERS, readGuestList } from './guest-list.ts'
import { ImportDialog } from './import-dialog.tsx'
import { type ImportedList, withOwnName } from './imported-list.ts'
import { ImportedLists } from './imported-lists.tsx'
import type { ImportSource } from './use-import.ts'

/** So many characters of the list are read for the hint beneath it. */
const READ_AHEAD = 20_000

const checkNames = (written: string, { imported }: GeneratorFields) => {
  const { problem, count } = readGuestList(written, imported)
  return problem ?? (count > 0 || texts.generator.names)
}

/** The list as it is being typed, read behind the typing so that a long one does not hold it up. */
export function useGuestList({ control }: Pick<UseFormReturn<GeneratorFields>, 'control'>) {
  const written = useDeferredValue(useWatch({ control, name: 'names' }))
  const imported = useWatch({ control, name: 'imported' })
  return useMemo(() => readGuestList(written, imported), [written, imported])
}

/** The list whose review was interrupted when the page was left, if there is one. */
const sourceOf = ({ reviewed, imported }: GeneratorFields): ImportSource | undefined =>
  reviewed
    ? {
        name: reviewed.list.name,
        from: reviewed.list,
        place: imported[reviewed.place] ? reviewed.place : -1,
        isOfField: reviewed.isOfField,
      }
    : undefined

/** One guest a line. What cannot be taken is refused with a sentence, and what was there stays. */
export function NamesField({ form }: { form: UseFormReturn<GeneratorFields> }) {
  /** A list whose lines are names as they are, by the host's own word. */
  const [asWritten, setAsWritten] = useState('')
  /** Several lines that hold more than names are reviewed before anything is made of them. */
  const checkReviewed = (names: string) => names === asWritten || !holdsSeveral(names) || isPlainList(names) || text.guests.needed
  const { field, fieldState } = useController({
    control: form.control,
    name: 'names',
    rules: { validate: { names: checkNames, reviewed: checkReviewed } },
  })
  const imported = useController({ control: form.control, name: 'imported' }).field
  const [source, setSource] = useState(() => sourceOf(form.getValues()))
  const list = useGuestList(form)
  const written = useDeferredValue(field.value)
  const isPlain = useMemo(() => written === asWritten || isPlainList(written.slice(0, READ_AHEAD)), [written, asWritten])
  const owner = useOwner(form)
  const isPasting = useRef(false)
  /** What was decided in a review that was closed. */
  const closed = useRef<ImportSource>(undefined)

  const openReview = (names: string) => open({ name: text.guests.pastedList, from: names })

  function open(opened: ImportSource) {
    const before = closed.current
    setSource(before?.from === opened.from ? { ...opened, choice: before.choice } : opened)
  }

  const { submitCount } = useFormState({ control: form.control })
  const reviewOnSubmit = useEffectEvent(() => {
    if (fieldState.error?.type === 'reviewed') openReview(field.value)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt to submit opens the review that is missing
  useEffect(() => reviewOnSubmit(), [submitCount])

  /** Before the browser puts it in: laying out so many lines would hold the page up for half a minute. */
  function takeIn(event: SyntheticEvent, coming: DataTransfer) {
    const names = coming.getData('text')
    if (names.length + field.value.length > MAX_LIST_CHARACTERS) return refuseHuge(event)
    isPasting.current = holdsSeveral(names)
  }

  function refuseHuge(event: SyntheticEvent) {
    event.preventDefault()
    event.stopPropagation()
    form.setError('names', { type: 'paste', message: text.generator.pasteTooLarge(counted(MAX_AT_ONCE, text.generator.nameWord)) })
  }

  /** A table from a spreadsheet has cells and not only lines: it does not go through the field. */
  function paste(event: ClipboardEvent) {
    const copied = event.clipboardData.getData('text')
    if (!copied.includes('\t')) return takeIn(event, event.clipboardData)
    event.preventDefault()
    event.stopPropagation()
    open({ name: text.guests.pasted, from: copied })
  }

  /** What is pasted stays in the field until its review is taken over. Keyboards that paste without saying so bring several lines at once. */
  function change(now: string) {
    const isAtOnce = now.length - field.value.length > 1 && holdsSeveral(now) && !holdsSeveral(field.value)
    const isReviewed = countOf(now) <= MAX_AT_ONCE && (isPasting.current || (isAtOnce && !isPlainList(now)))
    isPasting.current = false
    form.clearErrors('names')
    field.onChange(now)
    if (isReviewed) openReview(now)
  }

  function setLists(lists: ImportedList[]) {
    form.clearErrors('names')
    imported.onChange(lists)
  }

  const isOfField = source !== undefined && (source.isOfField ?? source.from === field.value)
  /** Where the list that is reviewed stands among those that were taken; -1 for a new one. */
  const place = source ? (source.place ?? imported.value.indexOf(source.from as ImportedList)) : -1

  function take(taken: ImportedList) {
    setLists(
      place === -1
        ? [...imported.value, withOwnName(taken, imported.value)]
        : imported.value.map((other, at) => (at === place ? taken : other)),
    )
    if (isOfField) field.onChange('')
    leave()
  }

  function leave() {
    form.setValue('reviewed', null)
    setSource(undefined)
  }

  function close(choice?: ImportChoice) {
    if (source) closed.current = { ...source, choice }
    leave()
  }

  /** The lines stay in the field, and are names as they are. */
  function keepWritten() {
    setAsWritten(field.value)
    form.clearErrors('names')
    leave()
  }

  /** Guests in the form that are not of the list under review. */
  const others = list.count - (isOfField ? list.typed : (imported.value[place]?.guests.length ?? 0))

  return (
    <div>
      <div aria-live="polite" onDropCapture={event => takeIn(event, event.dataTransfer)} onPasteCapture={paste}>
        <TextAreaField
          {...field}
          description={describeGuestList(list)}
          error={fieldState.error?.message ?? list.problem}
          isRequired={imported.value.length === 0}
          label={text.generator.names}
          onChange={change}
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
      <ImportedLists lists={imported.value} onOpen={open} onRemove={list => setLists(imported.value.filter(other => other !== list))} />
      {source && (
        <ImportDialog
          balance={owner && accountRules.remaining(owner) - others}
          onClose={close}
          onKeepWritten={isOfField ? keepWritten : undefined}
          onReview={list => form.setValue('reviewed', { list, place, isOfField })}
          onTake={take}
          source={source}
        />
      )}
    </div>
  )
}
