import { Calendar, DatePicker, DateField as HeroDateField, Label } from '@heroui/react'
import { westernDigits } from '@hudur/core'
import { type CalendarDate, GregorianCalendar, IslamicUmalquraCalendar, parseDate, toCalendar } from '@internationalized/date'
import { type ReactNode, type Ref, useState } from 'react'
import { I18nProvider, ToggleButton } from 'react-aria-components'
import { text } from '../text/ar.ts'
import { gregorianDay, hijriDay } from '../text/format.ts'
import { Next, Previous } from './arrows.tsx'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

/** The years events are in. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2100-12-31'

/** 1 Muharram 1600: here the tables of Umm al-Qura end, and the library has no such day. */
const HIJRI_END = '2173-12-07'

/** Whether `YYYY-MM-DD` is a day an event may be on. */
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

/** Both calendars count days; the years of the Hijri one are those of Umm al-Qura. */
const CALENDARS = {
  gregorian: { locale: 'ar-YE-u-nu-latn-ca-gregory', is: new GregorianCalendar(), century: 2000, other: hijriDay },
  hijri: { locale: 'ar-YE-u-nu-latn-ca-islamic-umalqura', is: new IslamicUmalquraCalendar(), century: 1400, other: gregorianDay },
} as const

/** A part of one digit is still wide enough for a finger. */
const TARGET = 'min-w-6 text-center'

type CalendarName = keyof typeof CALENDARS

/**
 * A day, written day, month, year, in the Gregorian calendar or, when «هجري» is chosen, in the Hijri one; beneath it the same day in the other.
 * Its value is Gregorian, whichever is written.
 */
export function DateField({ label, description, error, value, onChange, onBlur, minValue, ref, ...props }: DateFieldProps) {
  const [calendar, setCalendar] = useState<CalendarName>('gregorian')
  const { locale, is, century, other } = CALENDARS[calendar]
  const day = toCalendarDate(value)

  const change = (picked: CalendarDate | null) => onChange(picked ? toCalendar(picked, CALENDARS.gregorian.is).toString() : '')

  /** «26» is 2026, and «48» is 1448. One digit is a slip, and refused like one. */
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
        {/* It stands beside the label, and is reached after the field. */}
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

/** In which calendar the day is written and chosen. */
function HijriSwitch({ calendar, onChange, className = '' }: HijriSwitchProps) {
  return (
    <ToggleButton
      className={`target after:-top-[14px] after:-bottom-[4px] min-h-7 rounded-md border border-border px-2.5 text-muted text-xs outline-none hover:text-foreground data-selected:border-accent data-selected:bg-accent-soft data-selected:font-medium data-selected:text-accent-soft-foreground data-focus-visible:outline-2 data-focus-visible:outline-focus ${className}`}
      isSelected={calendar === 'hijri'}
      onChange={isHijri => onChange(isHijri ? 'hijri' : 'gregorian')}
      // A picker's own button is the one that opens it.
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
        {/* Inside a picker HeroUI's own arrows are not turned round. Back is to the right. */}
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

/** React Aria reads only the digits of its own locale: ٠-٩ are handed to it as 0-9, before it looks. */
function takeArabicDigits(field: HTMLElement | null) {
  if (!field) return
  const leaving = new AbortController()
  field.addEventListener(
    'beforeinput',
    event => {
      const digits = westernDigits(event.data ?? '')
      // What is being composed cannot be stopped.
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
