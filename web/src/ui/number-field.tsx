import { NumberField as HeroNumberField, Label } from '@heroui/react'
import { westernDigits } from '@hudur/core'
import { type ComponentProps, type Ref, useId } from 'react'
import { I18nProvider } from 'react-aria-components'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

type HeroProps = Omit<ComponentProps<typeof HeroNumberField>, 'children' | 'isInvalid' | 'ref' | 'value' | 'onChange'>

type NumberFieldProps = HeroProps &
  FieldTexts & {
    value: number
    onChange: (value: number) => void
    minValue: number
    maxValue: number
    /** Replaces a number out of range when the field is left. Without it the number stays, and the form refuses it. */
    fallback?: number
    ref?: Ref<HTMLInputElement>
  }

/** A field for a whole number, typed in 0-9 or ٠-٩; its value is NaN while the field is empty. */
export function NumberField({ label, description, error, onChange, fallback, ref, ...props }: NumberFieldProps) {
  const { minValue, maxValue } = props
  const less = useId()
  const more = useId()
  return (
    <I18nProvider locale={DIGITS}>
      <HeroNumberField
        commitBehavior="validate"
        formatOptions={WHOLE}
        validationBehavior="aria"
        {...props}
        isInvalid={error !== undefined}
        onChange={value => onChange(minValue <= value && value <= maxValue ? value : (fallback ?? value))}
      >
        <Label>{label}</Label>
        <HeroNumberField.Group ref={writeWesternDigits}>
          {/* Labelled by themselves only: by default React Aria adds the field's label. */}
          <HeroNumberField.DecrementButton aria-labelledby={less} id={less} />
          <HeroNumberField.Input className="min-w-0 text-center" dir="ltr" ref={ref} />
          <HeroNumberField.IncrementButton aria-labelledby={more} id={more} />
        </HeroNumberField.Group>
        <FieldNotes description={description} error={error} />
      </HeroNumberField>
    </I18nProvider>
  )
}

/** A locale with Arabic words on the buttons and the digits 0-9; other Arabic locales would write ٠-٩. */
const DIGITS = 'ar-AE'

const WHOLE = { maximumFractionDigits: 0 }

/** Replaces ٠-٩ by 0-9 as they are typed. */
function writeWesternDigits(group: HTMLElement | null) {
  if (!group) return
  const leaving = new AbortController()
  group.addEventListener(
    'beforeinput',
    event => {
      const { data, cancelable, target } = event
      const digits = westernDigits(data ?? '')
      // Input by an input method (IME) cannot be prevented; it is read as it is.
      if (digits === (data ?? '') || !cancelable || !(target instanceof HTMLInputElement)) return
      event.preventDefault()
      event.stopPropagation()
      if (/\D/.test(digits)) return
      target.setRangeText(digits, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
      target.dispatchEvent(new InputEvent('input', { data: digits, inputType: 'insertText', bubbles: true }))
    },
    { capture: true, signal: leaving.signal },
  )
  return () => leaving.abort()
}
