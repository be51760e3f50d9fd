import { MAX_AT_ONCE, texts } from '@hudur/core'
import { type SyntheticEvent, useDeferredValue, useMemo } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { text } from '../../../text/ar.ts'
import { wholeNumber } from '../../../text/format.ts'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import type { GeneratorFields } from '../generator-fields.ts'
import { describeGuestList, MAX_LIST_CHARACTERS, readGuestList } from './guest-list.ts'

const checkNames = (written: string) => {
  const { problem, count } = readGuestList(written)
  return problem ?? (count > 0 || texts.generator.names)
}

/** The list as it is being typed, read behind the typing so that a long one does not hold it up. */
export function useGuestList({ control }: Pick<UseFormReturn<GeneratorFields>, 'control'>) {
  const written = useDeferredValue(useWatch({ control, name: 'names' }))
  return useMemo(() => readGuestList(written), [written])
}

/** One guest a line. What cannot be taken is refused with a sentence, and what was there stays. */
export function NamesField({ form }: { form: UseFormReturn<GeneratorFields> }) {
  const { field, fieldState } = useController({ control: form.control, name: 'names', rules: { validate: checkNames } })
  const list = useGuestList(form)

  /** Before the browser puts it in: laying out so many lines would hold the page up for half a minute. */
  function refuseHuge(event: SyntheticEvent, coming: DataTransfer) {
    if (coming.getData('text').length + field.value.length <= MAX_LIST_CHARACTERS) return
    event.preventDefault()
    event.stopPropagation()
    form.setError('names', { type: 'paste', message: text.generator.pasteTooLarge(wholeNumber(MAX_AT_ONCE)) })
  }

  return (
    <div
      aria-live="polite"
      onDropCapture={event => refuseHuge(event, event.dataTransfer)}
      onPasteCapture={event => refuseHuge(event, event.clipboardData)}
    >
      <TextAreaField
        {...field}
        description={describeGuestList(list)}
        error={fieldState.error?.message ?? list.problem}
        isRequired
        label={text.generator.names}
        onChange={written => {
          form.clearErrors('names')
          field.onChange(written)
        }}
        rows={6}
      />
    </div>
  )
}
