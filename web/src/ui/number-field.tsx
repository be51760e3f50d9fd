import { NumberField as HeroNumberField, Label } from '@heroui/react'
import type { ComponentProps, Ref } from 'react'
import { I18nProvider } from 'react-aria-components'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

type HeroProps = Omit<ComponentProps<typeof HeroNumberField>, 'children' | 'isInvalid' | 'ref'>

type NumberFieldProps = HeroProps & FieldTexts & { ref?: Ref<HTMLInputElement> }

/** A whole number, typed in 0-9 or ٠-٩, kept within `minValue` and `maxValue` when the field is left. An empty field is NaN. */
export function NumberField({ label, description, error, ref, ...props }: NumberFieldProps) {
  return (
    <I18nProvider locale={DIGITS}>
      <HeroNumberField formatOptions={WHOLE} validationBehavior="aria" {...props} isInvalid={error !== undefined}>
        <Label>{label}</Label>
        <HeroNumberField.Group>
          <HeroNumberField.DecrementButton />
          <HeroNumberField.Input className="min-w-0 text-center" ref={ref} />
          <HeroNumberField.IncrementButton />
        </HeroNumberField.Group>
        <FieldNotes description={description} error={error} />
      </HeroNumberField>
    </I18nProvider>
  )
}

/** Writes 0-9 and reads ٠-٩ too; a locale that names its digits would read no others. */
const DIGITS = 'ar-AE'

const WHOLE = { maximumFractionDigits: 0 }
