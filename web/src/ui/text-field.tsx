import { TextField as HeroTextField, inputVariants, Label } from '@heroui/react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { Input } from 'react-aria-components'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

type HeroProps = Omit<ComponentProps<typeof HeroTextField>, 'children' | 'ref'>

type TextFieldProps = HeroProps &
  FieldTexts & {
    placeholder?: string
    /** For usernames, addresses and codes: the text runs from left to right, but is aligned to the start of the page. */
    isLtr?: boolean
    /** A small control inside the field, at its end. */
    end?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

/** A field for one line. `onChange` receives the text itself. */
export function TextField({
  label,
  description,
  error,
  placeholder = '',
  isLtr = false,
  isInvalid = false,
  end,
  ref,
  ...props
}: TextFieldProps) {
  const ltrAttributes = isLtr ? ({ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: 'false' } as const) : {}
  // A left-to-right field has its start on the other side, so the padding for `end` is its start padding.
  const endPadding = end ? (isLtr ? 'ps-12' : 'pe-12') : ''
  return (
    <HeroTextField validationBehavior="aria" {...props} isInvalid={isInvalid || error !== undefined}>
      <Label>{label}</Label>
      <div className="relative">
        <Input
          {...ltrAttributes}
          className={inputVariants({ className: `w-full ${isLtr ? 'ltr' : ''} ${endPadding}` })}
          data-slot="input"
          placeholder={placeholder}
          ref={ref}
        />
        {end && <div className="absolute inset-y-0 end-1 flex items-center">{end}</div>}
      </div>
      <FieldNotes description={description} error={error} />
    </HeroTextField>
  )
}
