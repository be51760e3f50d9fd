import { DateField as HeroDateField, Label } from '@heroui/react'
import { type CalendarDate, GregorianCalendar, IslamicUmalquraCalendar, parseDate, toCalendar } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { Button, I18nProvider } from 'react-aria-components'
import { deferredComponent } from '../loading/deferred.tsx'
import { text } from '../text/ar.ts'
import { formatGregorianDay, formatHijriDay } from '../text/format.ts'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'
import { HijriSwitch } from './hijri-switch.tsx'
import './umm-al-qura-calendar.ts'
import { convertTypedDigits } from './western-digits.ts'

const CalendarPopover = deferredComponent(
  async () => (await import('./calendar-popover.tsx')).CalendarPopover,
  () => (
    <p className="text-muted text-xs" role="status">
      {text.ui.loading}
    </p>
  ),
)

const FIRST_EVENT_DAY = '1900-01-01'
const LAST_EVENT_DAY = '2100-12-31'

/** The first Gregorian day without a Hijri date: the table of the Umm al-Qura calendar ends before 1 Muharram 1600. */
const FIRST_DAY_WITHOUT_HIJRI_DATE = '2173-12-06'

/** Returns whether a day, written as `YYYY-MM-DD`, exists and is in the range in which events may take place. */
export const isEventDay = (day: string) => FIRST_EVENT_DAY <= day && day <= LAST_EVENT_DAY && toCalendarDate(day) !== null

type DateFieldProps = FieldTexts & {
  /** The Gregorian day as `YYYY-MM-DD`, or an empty string. */
  value: string
  onChange: (day: string) => void
  onBlur?: () => void
  name?: string
  isRequired?: boolean
  isDisabled?: boolean
  minValue?: string
  /** Receives a handle that focuses the first part of the date. */
  ref?: Ref<{ focus: () => void }>
}

const GREGORIAN = { locale: 'ar-YE-u-nu-latn-ca-gregory', calendar: new GregorianCalendar(), century: 2000, formatOther: formatHijriDay }
const HIJRI = {
  locale: 'ar-YE-u-nu-latn-ca-islamic-umalqura',
  calendar: new IslamicUmalquraCalendar(),
  century: 1400,
  formatOther: formatGregorianDay,
}

/** Keeps a date part with only one digit wide enough to be tapped. */
const TOUCH_TARGET_CLASS = 'min-w-6 text-center'

/** Renders a field for a day in the Gregorian or Hijri calendar, with the same day in the other one below. `value` is Gregorian. */
export function DateField({
  label,
  description,
  error,
  isInvalid = false,
  value,
  onChange,
  onBlur,
  minValue,
  ref,
  ...props
}: DateFieldProps) {
  const [isHijri, setHijri] = useState(false)
  const { locale, calendar, century, formatOther } = isHijri ? HIJRI : GREGORIAN
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const suffix = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => group.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus() }))
  const day = toCalendarDate(value)
  const shownDay = isHijri && value >= FIRST_DAY_WITHOUT_HIJRI_DATE ? null : day

  const changeDay = (picked: CalendarDate | null) => onChange(picked ? toCalendar(picked, GREGORIAN.calendar).toString() : '')

  /** Completes a two-digit year: «26» becomes 2026, «48» becomes 1448. A one-digit year is a typing error, which the form reports. */
  function completeYear() {
    const written = day && toCalendar(day, calendar)
    if (written && written.year >= 10 && written.year < 100) changeDay(written.set({ year: century + written.year }))
  }

  return (
    <I18nProvider locale={locale}>
      <HeroDateField
        className="date-picker relative w-full"
        validationBehavior="aria"
        {...props}
        isInvalid={isInvalid || error !== undefined}
        maxValue={toCalendarDate(LAST_EVENT_DAY)}
        minValue={toCalendarDate(minValue ?? FIRST_EVENT_DAY)}
        onBlur={() => onBlur?.()}
        onChange={changeDay}
        onKeyDown={event => {
          if (event.altKey && event.key === 'ArrowDown') setOpen(true)
        }}
        value={shownDay}
      >
        <Label>
          <span id={`${id}-label`}>{label}</span>
        </Label>
        <HeroDateField.Group className="w-full" ref={group}>
          <HeroDateField.InputContainer onBlur={completeYear} ref={convertDigits}>
            <HeroDateField.Input>
              {segment => <HeroDateField.Segment className={segment.type === 'literal' ? '' : TOUCH_TARGET_CLASS} segment={segment} />}
            </HeroDateField.Input>
          </HeroDateField.InputContainer>
          <HeroDateField.Suffix ref={suffix}>
            <Button
              aria-expanded={isOpen}
              aria-haspopup="dialog"
              aria-label={text.ui.openCalendar}
              aria-labelledby={`${id}-button ${id}-label`}
              className="date-picker__trigger"
              id={`${id}-button`}
              isDisabled={props.isDisabled === true}
              onPress={() => setOpen(true)}
            >
              <CalendarDays aria-hidden="true" className="date-picker__trigger-indicator" strokeWidth={1.7} />
            </Button>
          </HeroDateField.Suffix>
        </HeroDateField.Group>
        {/* This button is displayed beside the label, but comes after the field in the tab order. */}
        <HijriSwitch className="absolute end-0 -top-1" isHijri={isHijri} onChange={setHijri} />
        <FieldNotes description={dayNoteOf(day, description, formatOther)} error={error} />
      </HeroDateField>
      {isOpen && (
        <CalendarPopover
          isHijri={isHijri}
          maxValue={toCalendarDate(LAST_EVENT_DAY)}
          minValue={toCalendarDate(minValue ?? FIRST_EVENT_DAY)}
          onChange={changeDay}
          onClose={() => setOpen(false)}
          onHijri={setHijri}
          triggerRef={suffix}
          value={shownDay}
        />
      )}
    </I18nProvider>
  )
}

const dayNoteOf = (day: CalendarDate | null, description: ReactNode, written: (day: string) => string) => {
  const known = day?.toString()
  return known && isEventDay(known) ? written(known) : description
}

const convertDigits = convertTypedDigits((digits, segment) =>
  segment.dispatchEvent(new InputEvent('beforeinput', { data: digits, inputType: 'insertText', bubbles: true, cancelable: true })),
)

function toCalendarDate(day: string): CalendarDate | null {
  try {
    return parseDate(day)
  } catch {
    return null
  }
}
