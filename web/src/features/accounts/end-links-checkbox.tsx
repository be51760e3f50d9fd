import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { FormCheckbox } from '../../ui/form-checkbox.tsx'
import { useOpenLinkCount } from './queries.ts'

const words = text.openLinks

type EndLinksCheckboxProps<Values extends FieldValues> = {
  control: Control<Values>
  name: FieldPathByValue<Values, boolean>
  userId: string
}

/** Asks in a form that sets a password whether the open links of the account end too. Shows nothing while none is open. */
export function EndLinksCheckbox<Values extends FieldValues>({ userId, ...field }: EndLinksCheckboxProps<Values>) {
  const count = useOpenLinkCount(userId)
  if (count === 0) return null
  return <FormCheckbox {...field} description={words.hint} label={words.end(formatCountedNoun(count, words.countWord))} />
}
