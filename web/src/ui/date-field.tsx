import { Calendar, DatePicker, DateField as HeroDateField, Label } from '@heroui/react'
import { westernDigits } from '@hudur/core'
import { type CalendarDate, GregorianCalendar, IslamicUmalquraCalendar, parseDate, toCalendar } from '@internationalized/date'
import { type ReactNode, type Ref, useState } from 'react'
import { I18nProvider, ToggleButton } from 'react-aria-components'
import { text } from '../text/ar.ts'
import { gregorianDay, hijriDay } from '../text/format.ts'
import { Next, Previous } from './arrows.tsx'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

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
  const day = toCalendarDate(value)

  const change = (picked: CalendarDate | null) => onChange(picked ? toCalendar(picked, CALENDARS.gregorian.is).toString() : '')

  /** Completes a year of two digits: «26» is 2026, «48» is 1448. A year of one digit counts as a typing error and is refused. */
  function completeYear() {
    const written = day && toCalendar(day, is)
    if (written && written.year >= 10 && written.year < 100) change(written.set({ year: century + written.year }))
  }

  return (
    <I18nProvider locale={locale}>
      <DatePicker
        className="relative w-full"
        validationBehavior="aria"
        {...props}
        isInvalid={error !== undefined}
        maxValue={toCalendarDate(LAST_DAY)}
        minValue={toCalendarDate(minValue ?? FIRST_DAY)}
        onBlur={() => onBlur?.()}
        onChange={change}
        value={calendar === 'hijri' && value >= HIJRI_END ? null : day}
      >
        <Label>{label}</Label>
        <HeroDateField.Group className="w-full" ref={ref ?? null}>
          <HeroDateField.InputContainer onBlur={completeYear} ref={takeArabicDigits}>
            <HeroDateField.Input>
              {segment => <HeroDateField.Segment className={segment.type === 'literal' ? '' : TARGET} segment={segment} />}
            </HeroDateField.Input>
          </HeroDateField.InputContainer>
          <HeroDateField.Suffix>
            <DatePicker.Trigger aria-label={text.ui.openCalendar}>
              <DatePicker.TriggerIndicator />
            </DatePicker.Trigger>
          </HeroDateField.Suffix>
        </HeroDateField.Group>
        {/* Stands beside the label, but follows the field in the tab order. */}
        <HijriSwitch calendar={calendar} className="absolute end-0 -top-1" onChange={setCalendar} />
        <FieldNotes description={noteOf(day, description, other)} error={error} />
        <DatePicker.Popover aria-label={text.ui.calendar}>
          <MonthCalendar />
          <div className="mt-2 flex justify-end border-separator border-t pt-2">
            <HijriSwitch calendar={calendar} onChange={setCalendar} />
          </div>
        </DatePicker.Popover>
      </DatePicker>
    </I18nProvider>
  )
}

type HijriSwitchProps = { calendar: CalendarName; onChange: (calendar: CalendarName) => void; className?: string }

/** Chooses the calendar in which the day is typed and picked. */
function HijriSwitch({ calendar, onChange, className = '' }: HijriSwitchProps) {
  return (
    <ToggleButton
      className={`target after:-top-[14px] after:-bottom-[4px] min-h-7 rounded-md border border-border px-2.5 text-muted text-xs outline-none hover:text-foreground data-selected:border-accent data-selected:bg-accent-soft data-selected:font-medium data-selected:text-accent-soft-foreground data-focus-visible:outline-2 data-focus-visible:outline-focus ${className}`}
      isSelected={calendar === 'hijri'}
      onChange={isHijri => onChange(isHijri ? 'hijri' : 'gregorian')}
      // Without this, React Aria would make it the button that opens the picker.
      slot={null}
    >
      {text.ui.hijri}
    </ToggleButton>
  )
}

function MonthCalendar() {
  return (
    <Calendar aria-label={text.ui.calendar}>
      <Calendar.Header role="presentation">
        <Calendar.Heading />
        {/* HeroUI does not mirror its own arrows inside a picker. Back is to the right. */}
        <Calendar.NavButton slot="previous">
          <Previous aria-hidden="true" className="size-5" />
        </Calendar.NavButton>
        <Calendar.NavButton slot="next">
          <Next aria-hidden="true" className="size-5" />
        </Calendar.NavButton>
      </Calendar.Header>
      {/* Arabic "short" weekdays are whole words and collide. */}
      <Calendar.Grid weekdayStyle="narrow">
        <Calendar.GridHeader>{weekday => <Calendar.HeaderCell>{weekday}</Calendar.HeaderCell>}</Calendar.GridHeader>
        <Calendar.GridBody>{date => <Calendar.Cell date={date} />}</Calendar.GridBody>
      </Calendar.Grid>
    </Calendar>
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
