import { X } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../../text/ar.ts'
import { wholeNumber } from '../../../text/format.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import type { Assessment } from './assess-table.ts'

const words = text.guests
const AT_A_TIME = 50

type TableProps = { guests: Assessment['guests']; onLeaveOut: (row: number) => void }

/** The guests as they will be added, the first of them at once. */
export function ImportTable({ guests, onLeaveOut }: TableProps) {
  const [shown, setShown] = useState(AT_A_TIME)
  return (
    <div className="grid justify-items-start gap-3">
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="mb-2 text-start font-semibold text-base">{words.list}</caption>
        <thead>
          <tr className="border-border border-b text-muted text-xs">
            <th className="w-11 py-2 text-start font-medium" scope="col">
              {words.row}
            </th>
            <th className="py-2 text-start font-medium" scope="col">
              {words.name}
            </th>
            <th className="hidden w-40 py-2 text-start font-medium sm:table-cell" scope="col">
              {words.phone}
            </th>
            <th className="w-16 py-2 text-start font-medium" scope="col">
              {words.persons}
            </th>
            <th className="w-11" scope="col">
              <span className="sr-only">{words.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {guests.slice(0, shown).map(({ row, name, phone, persons }) => (
            <tr className="border-separator border-b" key={row}>
              <td className="text-muted">
                <Numeric>{wholeNumber(row)}</Numeric>
              </td>
              <td className="break-words py-1.5">
                <bdi>{name}</bdi>
                {phone && (
                  <div className="text-muted text-xs sm:hidden">
                    <Numeric>{phone}</Numeric>
                  </div>
                )}
              </td>
              <td className="hidden sm:table-cell">{phone ? <Numeric>{phone}</Numeric> : words.none}</td>
              <td>
                <Numeric>{wholeNumber(persons)}</Numeric>
              </td>
              <td>
                <IconButton label={words.leaveOut(name, wholeNumber(row))} onPress={() => onLeaveOut(row)} size="sm">
                  <X aria-hidden="true" className="size-4" strokeWidth={1.6} />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {guests.length > shown && (
        <Button onPress={() => setShown(shown + AT_A_TIME)} size="sm" variant="outline">
          {words.more(wholeNumber(guests.length - shown))}
        </Button>
      )}
    </div>
  )
}
