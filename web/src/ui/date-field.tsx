import { DateField as HeroDateField, Label } from '@heroui/react'
import { westernDigits } from '@hudur/core'
import { type CalendarDate, GregorianCalendar, IslamicUmalquraCalendar, parseDate, toCalendar } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { Button, I18nProvider } from 'react-aria-components'
import { later } from '../loading/later.tsx'
import { text } from '../text/ar.ts'
import { gregorianDay, hijriDay } from '../text/format.ts'
import type { CalendarPopoverProps } from './calendar-popover.tsx'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'
import { HijriSwitch } from './hijri-switch.tsx'

const CalendarPopover = later<CalendarPopoverProps>(
  async () => (await import('./calendar-popover.tsx')).CalendarPopover,
  () => (
    <p className="text-muted text-xs" role="status">
      {text.ui.loading}
    </p>
  ),
)

/** The range of days for events. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2100-12-31'

/** 1 Muharram 1600: the tables of Umm al-Qura end before it, so the library has no such day. */
const HIJRI_END = '2173-12-07'

/** Returns whether `YYYY-MM-DD` is a day on which an event may take place. */
export const isEventDay = (day: string) => FIRST_DAY <= day && day <= LAST_DAY && toCalendarDate(day) !== null

type DateFieldProps = FieldTexts & {
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onChange: (day: string) => void
  onBlur?: () => void
  name?: string
  isRequired?: boolean
  isDisabled?: boolean
  minValue?: string
  ref?: Ref<HTMLDivElement>
}

/** The calendars of the field. The Hijri one is Umm al-Qura. */
const CALENDARS = {
  gregorian: { locale: 'ar-YE-u-nu-latn-ca-gregory', is: new GregorianCalendar(), century: 2000, other: hijriDay },
  hijri: { locale: 'ar-YE-u-nu-latn-ca-islamic-umalqura', is: new IslamicUmalquraCalendar(), century: 1400, other: gregorianDay },
} as const

/** Keeps a part with one digit wide enough for a finger. */
const TARGET = 'min-w-6 text-center'

type CalendarName = keyof typeof CALENDARS

/**
 * Edits a day as day, month, year in the Gregorian calendar or, after «هجري» is chosen, in the Hijri one. The same day in the other
 * calendar stands below. The value is always Gregorian.
 */
export function DateField({ label, description, error, value, onChange, onBlur, minValue, ref, ...props }: DateFieldProps) {
  const [calendar, setCalendar] = useState<CalendarName>('gregorian')
  const { locale, is, century, other } = CALENDARS[calendar]
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const suffix = useRef<HTMLDivElement>(null)
  const day = toCalendarDate(value)
  const shownDay = calendar === 'hijri' && value >= HIJRI_END ? null : day

  const setHijri = (isHijri: boolean) => setCalendar(isHijri ? 'hijri' : 'gregorian')
  const change = (picked: CalendarDate | null) => onChange(picked ? toCalendar(picked, CALENDARS.gregorian.is).toString() : '')

  /** Completes a year of two digits: «26» is 2026, «48» is 1448. A year of one digit counts as a typing error and is refused. */
  function completeYear() {
    const written = day && toCalendar(day, is)
    if (written && written.year >= 10 && written.year < 100) change(written.set({ year: century + written.year }))
  }

  return (
    <I18nProvider locale={locale}>
      <HeroDateField
        className="date-picker relative w-full"
        validationBehavior="aria"
        {...props}
        isInvalid={error !== undefined}
        maxValue={toCalendarDate(LAST_DAY)}
        minValue={toCalendarDate(minValue ?? FIRST_DAY)}
        onBlur={() => onBlur?.()}
        onChange={change}
        onKeyDown={event => {
          if (event.altKey && event.key === 'ArrowDown') setOpen(true)
        }}
        value={shownDay}
      >
        <Label>
          <span id={`${id}-label`}>{label}</span>
        </Label>
        <HeroDateField.Group className="w-full" ref={ref ?? null}>
          <HeroDateField.InputContainer onBlur={completeYear} ref={takeArabicDigits}>
            <HeroDateField.Input>
              {segment => <HeroDateField.Segment className={segment.type === 'literal' ? '' : TARGET} segment={segment} />}
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
        {/* Stands beside the label, but follows the field in the tab order. */}
        <HijriSwitch className="absolute end-0 -top-1" isHijri={calendar === 'hijri'} onChange={setHijri} />
        <FieldNotes description={noteOf(day, description, other)} error={error} />
      </HeroDateField>
      {isOpen && (
        <CalendarPopover
          isHijri={calendar === 'hijri'}
          maxValue={toCalendarDate(LAST_DAY)}
          minValue={toCalendarDate(minValue ?? FIRST_DAY)}
          onChange={change}
          onClose={() => setOpen(false)}
          onHijri={setHijri}
          triggerRef={suffix}
          value={shownDay}
        />
      )}
    </I18nProvider>
  )
}

const noteOf = (day: CalendarDate | null, description: ReactNode, written: (day: string) => string) => {
  const known = day?.toString()
  return known && isEventDay(known) ? written(known) : description
}

/** Replaces typed ٠-٩ by 0-9 before React Aria reads them, because it accepts only the digits of its locale. */
function takeArabicDigits(field: HTMLElement | null) {
  if (!field) return
  const leaving = new AbortController()
  field.addEventListener(
    'beforeinput',
    event => {
      const digits = westernDigits(event.data ?? '')
      // Input by an input method (IME) cannot be prevented.
      if (digits === (event.data ?? '') || !event.cancelable) return
      event.preventDefault()
      event.stopImmediatePropagation()
      event.target?.dispatchEvent(new InputEvent('beforeinput', { data: digits, inputType: 'insertText', bubbles: true, cancelable: true }))
    },
    { capture: true, signal: leaving.signal },
  )
  return () => leaving.abort()
}

function toCalendarDate(day: string): CalendarDate | null {
  try {
    return parseDate(day)
  } catch {
    return null
  }
}
