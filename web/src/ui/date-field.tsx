import { Calendar, DatePicker, DateField as HeroDateField, Label } from '@heroui/react'
import { westernDigits } from '@hudur/core'
import { type CalendarDate, parseDate } from '@internationalized/date'
import type { ReactNode, Ref } from 'react'
import { text } from '../text/ar.ts'
import { hijriDay } from '../text/format.ts'
import { Next, Previous } from './arrows.tsx'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

/** The years events are in. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2100-12-31'

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

/** A day of the Gregorian calendar, written day, month, year; beneath it the same day in the Hijri one. */
export function DateField({ label, description, error, value, onChange, onBlur, minValue, ref, ...props }: DateFieldProps) {
  const day = toCalendarDate(value)

  /** «26» is 2026. One digit is a slip, and refused like one. */
  function completeYear() {
    if (day && day.year >= 10 && day.year < 100) onChange(day.set({ year: 2000 + day.year }).toString())
  }

  return (
    <DatePicker
      className="w-full"
      validationBehavior="aria"
      {...props}
      isInvalid={error !== undefined}
      maxValue={toCalendarDate(LAST_DAY)}
      minValue={toCalendarDate(minValue ?? FIRST_DAY)}
      onBlur={() => onBlur?.()}
      onChange={picked => onChange(picked?.toString() ?? '')}
      value={day}
    >
      <Label>{label}</Label>
      <HeroDateField.Group className="w-full" ref={ref ?? null}>
        <HeroDateField.InputContainer onBlur={completeYear} ref={takeArabicDigits}>
          <HeroDateField.Input>{segment => <HeroDateField.Segment segment={segment} />}</HeroDateField.Input>
        </HeroDateField.InputContainer>
        <HeroDateField.Suffix>
          <DatePicker.Trigger aria-label={text.ui.openCalendar}>
            <DatePicker.TriggerIndicator />
          </DatePicker.Trigger>
        </HeroDateField.Suffix>
      </HeroDateField.Group>
      <FieldNotes description={hijriNote(day, description)} error={error} />
      <DatePicker.Popover aria-label={text.ui.calendar}>
        <MonthCalendar />
      </DatePicker.Popover>
    </DatePicker>
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

const hijriNote = (day: CalendarDate | null, description: ReactNode) => {
  const written = day?.toString()
  return written && isEventDay(written) ? hijriDay(written) : description
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
