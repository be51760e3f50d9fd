import type { EventSummary } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { useMemo, useState } from 'react'
import { text } from '../../text/ar.ts'
import { toArabicDigits } from '../../text/card-format.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { startsWithTableWord } from '../../text/table-name.ts'
import { EmptyState } from '../../ui/empty.tsx'
import { PrintContent } from '../../ui/paper.tsx'
import { starPoints } from '../../ui/star-pattern.ts'
import { PrintableSheets } from './printable-sheets.tsx'
import { createTableSigns, type TableSign } from './table-sign-layout.ts'

const words = text.paper
const tableWords = text.paper.tables

const SIGNS_PER_SHEET = 2
/** The height of A5 landscape in mm. */
const SIGN_HEIGHT_MM = 148.5

type TableSignsProps = { event: EventSummary; invitations: readonly Invitation[] }

/** Prints a sign for each table, A5 landscape. Names are printed even if gates do not see them, because the owner keeps the paper. */
export function TableSigns({ event, invitations }: TableSignsProps) {
  const signs = useMemo(() => createTableSigns(invitations), [invitations])
  const [printing, setPrinting] = useState(0)
  if (signs.length === 0) return <EmptyState title={tableWords.empty}>{tableWords.emptyAdvice}</EmptyState>
  const sheets = Array.from({ length: Math.ceil(signs.length / SIGNS_PER_SHEET) }, (_, sheet) =>
    signs.slice(sheet * SIGNS_PER_SHEET, (sheet + 1) * SIGNS_PER_SHEET),
  )
  const tableCount = signs.filter(({ part }) => part === 1).length
  return (
    <PrintableSheets
      onPrint={() => setPrinting(now => now + 1)}
      summary={tableWords.ready(formatCountedNoun(tableCount, tableWords.tableWord), formatCountedNoun(sheets.length, words.sheetWord))}
    >
      {printing > 0 && (
        <PrintContent key={printing} page="borderless">
          {sheets.map(sheet => (
            <div className="sheet" key={signKeyOf(sheet[0])}>
              {sheet.map((sign, place) => (
                <PrintedSign event={event} key={signKeyOf(sign)} sign={sign} top={place * SIGN_HEIGHT_MM} />
              ))}
              <svg aria-hidden="true" style={{ left: 0, top: 0, width: '210mm', height: '297mm' }} viewBox="0 0 210 297">
                <path d="M4 148.5h4M202 148.5h4" />
              </svg>
            </div>
          ))}
        </PrintContent>
      )}
    </PrintableSheets>
  )
}

const signKeyOf = (sign: TableSign | undefined) => `${sign?.table} ${sign?.part}`

type SignProps = { sign: TableSign; event: EventSummary; top: number }

function PrintedSign({ sign: { table, tableSize, names, layout, part, parts }, event, top }: SignProps) {
  return (
    <section className="sign" style={{ top: `${top}mm` }}>
      <svg aria-hidden="true" viewBox="0 0 210 148.5">
        <path d="M96 12H10v126h190V12h-86" strokeWidth=".3" />
        <path d="M95 14H12v122h186V14h-83" strokeWidth=".15" />
        <polygon points={starPoints({ x: 105, y: 13, radius: 5.5 })} strokeWidth=".3" />
        <polygon points={starPoints({ x: 105, y: 13, radius: 2.6 })} strokeWidth=".2" />
      </svg>
      {!startsWithTableWord(table) && <p className="sign-label">{tableWords.table}</p>}
      <h2 className="sign-table" dir="auto" style={{ fontSize: `${tableSize}pt` }}>
        {toArabicDigits(table)}
      </h2>
      <p className="sign-event" dir="auto">
        {event.name}
      </p>
      <ul style={{ columns: layout.columns, fontSize: `${layout.fontSize}pt` }}>
        {names.map(({ id, name }) => (
          <li dir="auto" key={id}>
            {name}
          </li>
        ))}
      </ul>
      {parts > 1 && <p>{tableWords.part(toArabicDigits(String(part)), toArabicDigits(String(parts)))}</p>}
    </section>
  )
}
