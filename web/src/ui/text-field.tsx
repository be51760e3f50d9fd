import { TextField as HeroTextField, Input, Label } from '@heroui/react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

type HeroProps = Omit<ComponentProps<typeof HeroTextField>, 'children' | 'ref'>

type TextFieldProps = HeroProps &
  FieldTexts & {
    placeholder?: string
    /** Names of accounts, addresses, codes: they run left to right and stay at the start side. */
    isLtr?: boolean
    /** A small control inside the field, at its end. */
    end?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

/** One line of text. `onChange` is given the text itself. */
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
  const plain = isLtr ? ({ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: 'false' } as const) : {}
  // A field that runs left to right has its own start on the other side, so the room for `end` is at its start.
  const room = end ? (isLtr ? 'ps-12' : 'pe-12') : ''
  return (
    <HeroTextField validationBehavior="aria" {...props} isInvalid={isInvalid || error !== undefined}>
      <Label>{label}</Label>
      <div className="relative">
        <Input {...plain} className={`w-full ${isLtr ? 'ltr' : ''} ${room}`} placeholder={placeholder} ref={ref} />
        {end && <div className="absolute inset-y-0 end-1 flex items-center">{end}</div>}
      </div>
      <FieldNotes description={description} error={error} />
    </HeroTextField>
  )
}
