import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import type { FieldTexts } from './field-notes.tsx'

type InputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'disabled' | 'readOnly' | 'required' | 'ref' | 'id'>

type TextFieldProps = InputProps &
  FieldTexts & {
    value?: string
    onChange?: (value: string) => void
    isRequired?: boolean
    isInvalid?: boolean
    isDisabled?: boolean
    isReadOnly?: boolean
    /** Whether the text runs from left to right, as usernames, URLs and codes do. It is still aligned to the start of the page. */
    isLtr?: boolean
    /** A small control inside the field, at the end of its line. */
    end?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

/** Renders a text field with one line, of plain elements with HeroUI's classes, so that the sign-in screen needs no component library. */
export function TextField({
  label,
  description,
  error,
  className = '',
  placeholder = '',
  type = 'text',
  onChange,
  isRequired = false,
  isDisabled = false,
  isReadOnly = false,
  isLtr = false,
  isInvalid: isMarked = false,
  end,
  'aria-describedby': describedBy,
  ...props
}: TextFieldProps) {
  const id = useId()
  const isInvalid = isMarked || error !== undefined
  const notes = [description && `${id}-description`, error !== undefined && `${id}-error`, describedBy].filter(Boolean).join(' ')
  const ltrAttributes = isLtr ? ({ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: 'false' } as const) : {}
  // In a left-to-right field, CSS `start` is the left side, where the control `end` of the right-to-left page is. The input therefore
  // needs padding at its start.
  const endPadding = end ? (isLtr ? 'ps-12' : 'pe-12') : ''
  return (
    <div
      className={`textfield ${className}`}
      data-disabled={isDisabled || undefined}
      data-invalid={isInvalid || undefined}
      data-readonly={isReadOnly || undefined}
      data-required={isRequired || undefined}
      data-slot="textfield"
    >
      <label className="label" data-slot="label" htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          {...ltrAttributes}
          {...props}
          aria-describedby={notes || undefined}
          aria-invalid={isInvalid || undefined}
          aria-required={isRequired || undefined}
          className={`input input--primary w-full ${isLtr ? 'ltr' : ''} ${endPadding}`}
          data-invalid={isInvalid || undefined}
          data-slot="input"
          disabled={isDisabled}
          id={id}
          onChange={event => onChange?.(event.target.value)}
          placeholder={placeholder}
          readOnly={isReadOnly}
          type={type}
        />
        {end && <div className="absolute inset-y-0 end-1 flex items-center">{end}</div>}
      </div>
      {description && (
        <span className="description" data-slot="description" id={`${id}-description`}>
          {description}
        </span>
      )}
      {error !== undefined && (
        <span className="field-error" data-slot="field-error" data-visible id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}
