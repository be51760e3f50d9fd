import { Calendar, DatePicker, DateField as HeroDateField, Label } from '@heroui/react'
import { type CalendarDate, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { text } from '../text/ar.ts'
import { hijriDay } from '../text/format.ts'
import { FieldNotes, type FieldTexts } from './field-notes.tsx'

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
  return (
    <DatePicker
      className="w-full"
      validationBehavior="aria"
      {...props}
      isInvalid={error !== undefined}
      minValue={minValue ? toCalendarDate(minValue) : null}
      onBlur={() => onBlur?.()}
      onChange={picked => onChange(picked?.toString() ?? '')}
      value={day}
    >
      <Label>{label}</Label>
      <HeroDateField.Group className="w-full" ref={ref ?? null}>
        <HeroDateField.Input>{segment => <HeroDateField.Segment segment={segment} />}</HeroDateField.Input>
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
          <ChevronRight aria-hidden="true" className="size-5" />
        </Calendar.NavButton>
        <Calendar.NavButton slot="next">
          <ChevronLeft aria-hidden="true" className="size-5" />
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

const hijriNote = (day: CalendarDate | null, description: ReactNode) => (day ? hijriDay(day.toString()) : description)

function toCalendarDate(day: string): CalendarDate | null {
  try {
    return parseDate(day)
  } catch {
    return null
  }
}
