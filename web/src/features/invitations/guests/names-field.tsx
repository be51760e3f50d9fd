import { MAX_AT_ONCE, texts } from '@hudur/core'
import { type ClipboardEvent, type SyntheticEvent, useDeferredValue, useMemo, useState } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { text } from '../../../text/ar.ts'
import { counted } from '../../../text/format.ts'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import type { GeneratorFields } from '../generator-fields.ts'
import { describeGuestList, MAX_LIST_CHARACTERS, readGuestList } from './guest-list.ts'
import { ImportDialog } from './import-dialog.tsx'
import type { ImportedList } from './imported-list.ts'
import { ImportedLists } from './imported-lists.tsx'
import type { ImportSource } from './use-import.ts'

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

/** One guest a line. What cannot be taken is refused with a sentence, and what was there stays. */
export function NamesField({ form }: { form: UseFormReturn<GeneratorFields> }) {
  const { field, fieldState } = useController({ control: form.control, name: 'names', rules: { validate: checkNames } })
  const imported = useController({ control: form.control, name: 'imported' }).field
  const [source, setSource] = useState<ImportSource>()
  const list = useGuestList(form)

  /** Before the browser puts it in: laying out so many lines would hold the page up for half a minute. */
  function refuseHuge(event: SyntheticEvent, coming: DataTransfer) {
    if (coming.getData('text').length + field.value.length <= MAX_LIST_CHARACTERS) return
    event.preventDefault()
    event.stopPropagation()
    form.setError('names', { type: 'paste', message: text.generator.pasteTooLarge(counted(MAX_AT_ONCE, text.generator.nameWord)) })
  }

  /** A table from a spreadsheet, which has cells and not only lines. */
  function openTable(event: ClipboardEvent) {
    const copied = event.clipboardData.getData('text')
    if (!copied.includes('\t')) return refuseHuge(event, event.clipboardData)
    event.preventDefault()
    event.stopPropagation()
    setSource({ name: text.guests.pasted, from: copied })
  }

  function setLists(lists: ImportedList[]) {
    form.clearErrors('names')
    imported.onChange(lists)
  }

  function take(list: ImportedList) {
    const isReviewed = imported.value.some(other => other === source?.from)
    setLists(isReviewed ? imported.value.map(other => (other === source?.from ? list : other)) : [...imported.value, list])
    setSource(undefined)
  }

  return (
    <div>
      <div aria-live="polite" onDropCapture={event => refuseHuge(event, event.dataTransfer)} onPasteCapture={openTable}>
        <TextAreaField
          {...field}
          description={describeGuestList(list)}
          error={fieldState.error?.message ?? list.problem}
          isRequired={imported.value.length === 0}
          label={text.generator.names}
          onChange={written => {
            form.clearErrors('names')
            field.onChange(written)
          }}
          rows={6}
        />
      </div>
      <ImportedLists
        lists={imported.value}
        onOpen={setSource}
        onRemove={list => setLists(imported.value.filter(other => other !== list))}
      />
      {source && <ImportDialog onClose={() => setSource(undefined)} onTake={take} source={source} />}
    </div>
  )
}
