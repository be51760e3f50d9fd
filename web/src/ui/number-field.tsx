import { NumberField as HeroNumberField, Label } from '@heroui/react'
import { type ComponentProps, type Ref, useId } from 'react'
import { I18nProvider } from 'react-aria-components'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'
import { convertTypedDigits } from './western-digits.ts'

type HeroNumberFieldProps = Omit<ComponentProps<typeof HeroNumberField>, 'children' | 'isInvalid' | 'ref' | 'value' | 'onChange'>

type NumberFieldProps = HeroNumberFieldProps &
  FieldTexts & {
    value: number
    onChange: (value: number) => void
    minValue: number
    maxValue: number
    /** Replaces a number out of range when the field loses the focus. Without it the number stays, and the form shows an error. */
    fallback?: number
    ref?: Ref<HTMLInputElement>
  }

/** Renders a field for a whole number, typed in 0-9 or ٠-٩. Its value is NaN while the field is empty. */
export function NumberField({ label, description, error, isInvalid = false, onChange, fallback, ref, ...props }: NumberFieldProps) {
  const { minValue, maxValue } = props
  const less = useId()
  const more = useId()
  return (
    <I18nProvider locale={WESTERN_DIGITS_LOCALE}>
      <HeroNumberField
        commitBehavior="validate"
        formatOptions={WHOLE_NUMBER_FORMAT}
        validationBehavior="aria"
        {...props}
        isInvalid={isInvalid || error !== undefined}
        onChange={value => onChange(minValue <= value && value <= maxValue ? value : (fallback ?? value))}
      >
        <Label>{label}</Label>
        <HeroNumberField.Group ref={convertDigits}>
          {/* The buttons name themselves in `aria-labelledby`; otherwise React Aria would add the label of the field to their names. */}
          <HeroNumberField.DecrementButton aria-labelledby={less} id={less} />
          <HeroNumberField.Input className="min-w-0 text-center" dir="ltr" ref={ref} />
          <HeroNumberField.IncrementButton aria-labelledby={more} id={more} />
        </HeroNumberField.Group>
        <FieldNotes description={description} error={error} />
      </HeroNumberField>
    </I18nProvider>
  )
}

/** A locale with Arabic labels on the buttons and the digits 0-9. Other Arabic locales would write ٠-٩. */
const WESTERN_DIGITS_LOCALE = 'ar-AE'

const WHOLE_NUMBER_FORMAT = { maximumFractionDigits: 0 }

const convertDigits = convertTypedDigits((digits, input) => {
  if (!(input instanceof HTMLInputElement) || /\D/.test(digits)) return
  input.setRangeText(digits, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
  input.dispatchEvent(new InputEvent('input', { data: digits, inputType: 'insertText', bubbles: true }))
})
