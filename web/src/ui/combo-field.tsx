import { ComboBox, Input, Label, ListBox } from '@heroui/react'
import { indexWords } from '@hudur/core/names/index-words'
import { matchSearch, parseSearch } from '@hudur/core/names/search'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, use, useRef } from 'react'
import { ComboBoxStateContext } from 'react-aria-components'
import { text } from '../text/ar.ts'
import { IconButton } from './button.tsx'
import { type ChoiceFieldProps, FieldNotes } from './field-notes.tsx'

/** One option. `label` is the text that is searched and shown in the field; `face` is what the list shows. */
export type ComboOption = { id: string; label: string; face: ReactNode }

type ComboFieldProps = ChoiceFieldProps & {
  options: readonly ComboOption[]
  /** The text shown while no option is chosen. It says what an empty field means. */
  placeholder: string
  /** The accessible name of the button that empties the field. Without it, the field has no such button. */
  clearLabel?: string
  /** The text that the list shows when there are no options at all. */
  nothing: string
  ref?: Ref<HTMLInputElement>
}

/** Renders a field in which the user chooses at most one option of a long list. Typing filters it, in any Arabic spelling. */
export function ComboField({
  label,
  description,
  error,
  isInvalid = false,
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
      className={`w-full min-w-0 ${className}`}
      defaultFilter={(option, typed) => typed.trim() === '' || matchSearch(indexWords(option), parseSearch(typed)) !== undefined}
      defaultItems={options}
      menuTrigger="manual"
      validationBehavior="aria"
      {...props}
      isInvalid={isInvalid || error !== undefined}
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
 * Opens the list on typing and on a press, but not when the Tab key moves the focus to the field. It waits one frame, because the browser
 * may just have scrolled the page to the field, and scrolling closes the list.
 */
function TypingInput(props: ComponentProps<typeof Input>) {
  const list = use(ComboBoxStateContext)
  const frame = useRef(0)
  const cancelListOpening = () => cancelAnimationFrame(frame.current)
  const openListInNextFrame = (field: HTMLInputElement, by: 'manual' | 'input') => {
    cancelListOpening()
    frame.current = requestAnimationFrame(() => {
      // If the user has left the field before this frame, the list must stay closed, because it would cover the next field.
      if (document.activeElement === field) list?.open(null, by)
    })
  }
  return (
    <Input
      {...props}
      onClick={event => openListInNextFrame(event.currentTarget, 'manual')}
      onInput={event => openListInNextFrame(event.currentTarget, 'input')}
      // On a slow device, Enter or Escape may come before the frame that opens the list. Without the cancellation, the list that the key
      // closed would open again.
      onKeyDown={cancelListOpening}
    />
  )
}
