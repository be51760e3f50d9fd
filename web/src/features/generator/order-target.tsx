import { type UseFormReturn, useWatch } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { GeneratorValues } from './generator-values.ts'
import { useGuestList } from './names-field.tsx'

const words = text.generator.target

/**
 * Compares the number of typed and imported guests with the ordered number. While no guest is entered, it offers one card for all guests.
 * Without an order it shows nothing.
 */
export function OrderTarget({ form }: { form: UseFormReturn<GeneratorValues> }) {
  const target = useWatch({ control: form.control, name: 'target' })
  const { count } = useGuestList(form)
  if (target === 0) return null
  return (
    <Notice tone={count === target ? 'success' : 'quiet'}>
      <p className="font-medium">{orderProgressText(target, count)}</p>
      {count === 0 && (
        <Button
          className="-mx-3 mt-1 h-auto min-h-11 whitespace-normal py-2 text-start"
          onPress={() => {
            form.setValue('uses', target)
            form.setValue('kind', 'count')
          }}
          size="sm"
          variant="ghost"
        >
          {words.asCount(formatCountedNoun(target, text.generator.admitWord))}
        </Button>
      )}
    </Notice>
  )
}

function orderProgressText(target: number, count: number) {
  const ordered = formatCountedNoun(target, words.orderWord)
  if (count < target) return words.left(ordered, formatWholeNumber(target - count))
  return count === target ? words.reached(ordered) : words.beyond(ordered, formatWholeNumber(count - target))
}
