import { ComboBox, Input, Label, ListBox } from '@heroui/react'
import { indexWords, matchOf, readSearch } from '@hudur/core'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, use, useRef } from 'react'
import { ComboBoxStateContext } from 'react-aria-components'
import { text } from '../text/ar.ts'
import { IconButton } from './button.tsx'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

/** An option. `label` is searched and shown in the field; `face` is shown in the list. */
export type ComboOption = { id: string; label: string; face: ReactNode }

type ComboFieldProps = FieldTexts & {
  options: readonly ComboOption[]
  /** The chosen option's id, or empty. */
  value: string
  onChange: (id: string) => void
  onBlur?: () => void
  name?: string
  /** What an empty field means. */
  placeholder: string
  /** The accessible name of the button that empties the field; without it there is no such button. */
  clearLabel?: string
  /** The text of the list while there are no options at all. */
  nothing: string
  /** Hides the label from view, where position and options explain the field; screen readers still announce it. */
  isLabelHidden?: boolean
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** Chooses one or none of a long list; options are found by typing a part of them, in any spelling. */
export function ComboField({
  label,
  description,
  error,
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  clearLabel,
  nothing,
  isLabelHidden = false,
  className = '',
  ref,
  ...props
}: ComboFieldProps) {
  return (
    <ComboBox
      allowsEmptyCollection
      className={`w-full ${className}`}
      defaultFilter={(option, typed) => typed.trim() === '' || matchOf(indexWords(option), readSearch(typed)) !== undefined}
      defaultItems={options}
      menuTrigger="manual"
      validationBehavior="aria"
      {...props}
      isInvalid={error !== undefined}
      onBlur={() => onBlur?.()}
      onChange={id => onChange(id === null ? '' : String(id))}
      value={value || null}
    >
      <Label className={isLabelHidden ? 'sr-only' : ''}>{label}</Label>
      <ComboBox.InputGroup className="w-full">
        <TypingInput className={value && clearLabel ? 'pe-22' : 'pe-9'} placeholder={placeholder} ref={ref} />
        {value && clearLabel && (
          <IconButton className="absolute end-12 z-10" label={clearLabel} onPress={() => onChange('')} size="sm">
            <X aria-hidden="true" className="size-4 text-muted" strokeWidth={1.7} />
          </IconButton>
        )}
        <ComboBox.Trigger aria-label={text.ui.showChoices} />
      </ComboBox.InputGroup>
      <FieldNotes description={description} error={error} />
      <ComboBox.Popover>
        <ListBox
          renderEmptyState={() => <p className="px-3 py-4 text-center text-muted text-sm">{options.length ? text.ui.noMatch : nothing}</p>}
        >
          {({ id, label: found, face }: ComboOption) => (
            <ListBox.Item id={id} textValue={found}>
              {face}
              <ListBox.ItemIndicator />
            </ListBox.Item>
          )}
        </ListBox>
      </ComboBox.Popover>
    </ComboBox>
  )
}

/**
 * Opens the list on typing and on a press, but not when the Tab key reaches the field. It waits one frame: the page may just have been
 * scrolled to the field, and scrolling closes the list.
 */
function TypingInput(props: ComponentProps<typeof Input>) {
  const list = use(ComboBoxStateContext)
  const frame = useRef(0)
  const cancel = () => cancelAnimationFrame(frame.current)
  const show = (field: HTMLInputElement, by: 'manual' | 'input') => {
    cancel()
    frame.current = requestAnimationFrame(() => {
      // If the user has left the field meanwhile, the list would cover the next one.
      if (document.activeElement === field) list?.open(null, by)
    })
  }
  return (
    <Input
      {...props}
      onClick={event => show(event.currentTarget, 'manual')}
      onInput={event => show(event.currentTarget, 'input')}
      // On a slow device, Enter and Escape may come before the frame: the list that they have closed would open again.
      onKeyDown={cancel}
    />
  )
}
