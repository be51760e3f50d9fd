import { Calendar } from '@heroui/react'
import type { CalendarDate } from '@internationalized/date'
import type { RefObject } from 'react'
import { Popover } from 'react-aria-components'
import { text } from '../text/ar.ts'
import { NextIcon, PreviousIcon } from './arrows.tsx'
import { HijriSwitch } from './hijri-switch.tsx'

type CalendarPopoverProps = {
  /** The element beside which the popover opens. */
  triggerRef: RefObject<HTMLElement | null>
  value: CalendarDate | null
  minValue: CalendarDate | null
  maxValue: CalendarDate | null
  onChange: (picked: CalendarDate) => void
  isHijri: boolean
  onHijri: (isHijri: boolean) => void
  onClose: () => void
}

/** Renders a popover with one month of the Gregorian or Hijri calendar, in which the user picks a day. */
export function CalendarPopover({ triggerRef, onChange, isHijri, onHijri, onClose, ...range }: CalendarPopoverProps) {
  return (
    <Popover
      aria-label={text.ui.calendar}
      className="date-picker__popover"
      isOpen
      onOpenChange={onClose}
      placement="bottom end"
      triggerRef={triggerRef}
    >
      <Calendar
        aria-label={text.ui.calendar}
        autoFocus
        {...range}
        onChange={picked => {
          onChange(picked)
          onClose()
        }}
      >
        <Calendar.Header role="presentation">
          <Calendar.Heading />
          {/* HeroUI does not mirror the arrows of its calendar for right-to-left text. The previous month is to the right. */}
          <Calendar.NavButton slot="previous">
            <PreviousIcon aria-hidden="true" className="size-5" />
          </Calendar.NavButton>
          <Calendar.NavButton slot="next">
            <NextIcon aria-hidden="true" className="size-5" />
          </Calendar.NavButton>
        </Calendar.Header>
        {/* The "short" Arabic names of weekdays are whole words, which would overlap. */}
        <Calendar.Grid weekdayStyle="narrow">
          <Calendar.GridHeader>{weekday => <Calendar.HeaderCell>{weekday}</Calendar.HeaderCell>}</Calendar.GridHeader>
          <Calendar.GridBody>{date => <Calendar.Cell date={date} />}</Calendar.GridBody>
        </Calendar.Grid>
      </Calendar>
      <div className="mt-2 flex justify-end border-separator border-t pt-2">
        <HijriSwitch isHijri={isHijri} onChange={onHijri} />
      </div>
    </Popover>
  )
}
