import { Label, ProgressBar } from '@heroui/react'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { groupByLetter } from '@hudur/core/names/alphabet'
import { useEffect, useState } from 'react'
import { joinCardFile } from '../../cards/card-files.ts'
import type { CardDrawing } from '../../cards/paint-card.ts'
import { renderCards } from '../../cards/render-cards.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PrintContent } from '../../ui/paper.tsx'
import { layOutCardSheets } from './card-sheet-layout.ts'
import { PrintableSheets } from './printable-sheets.tsx'

const words = text.paper

type CardFilesState = { is: 'drawing'; done: number } | { is: 'ready'; urls: readonly string[] } | { is: 'failed' }

/** Draws the cards in workers, in order, and keeps object URLs of their JPEG files. Unmounting stops the drawing and revokes them. */
function useCardFiles(drawing: CardDrawing, invitations: readonly Invitation[]): CardFilesState {
  const [cards, setCards] = useState<CardFilesState>({ is: 'drawing', done: 0 })
  useEffect(() => {
    const unmount = new AbortController()
    const urls: string[] = []
    async function drawCards() {
      for await (const file of renderCards({ drawing, invitations, type: 'jpeg' }, unmount.signal)) {
        urls.push(URL.createObjectURL(joinCardFile(file, 'jpeg')))
        setCards({ is: 'drawing', done: urls.length })
      }
      setCards({ is: 'ready', urls })
    }
    drawCards().catch(() => unmount.signal.aborted || setCards({ is: 'failed' }))
    return () => {
      unmount.abort()
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [drawing, invitations])
  return cards
}

type CardSheetsProps = { drawing: CardDrawing; invitations: readonly Invitation[]; onClose: () => void }

/** Draws the cards, and prints them in alphabetical order. It is the content of a dialog; closing it stops the drawing. */
export function CardSheets({ drawing, invitations, onClose }: CardSheetsProps) {
  // Keeps the design and the invitations with which the dialog was opened. Reloading the list or the design must not draw every card again.
  const [job] = useState(() => ({
    drawing,
    invitations: groupByLetter(invitations, ({ guestName }) => guestName).flatMap(({ rows }) => rows),
  }))
  const cards = useCardFiles(job.drawing, job.invitations)
  const [printing, setPrinting] = useState(1)
  const all = job.invitations.length
  if (cards.is === 'failed') return <Notice tone="danger">{words.cards.failed}</Notice>
  if (cards.is === 'drawing')
    return (
      <>
        <ProgressBar
          className="w-full"
          maxValue={all}
          value={cards.done}
          valueLabel={text.ui.shown(formatWholeNumber(cards.done), formatWholeNumber(all))}
        >
          <Label>{words.cards.drawing}</Label>
          <ProgressBar.Output className="font-normal text-muted" />
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
        </ProgressBar>
        <div className="mt-6 flex justify-end">
          <Button onPress={onClose} variant="outline">
            {words.stop}
          </Button>
        </div>
      </>
    )
  const sheets = layOutCardSheets(cards.urls)
  return (
    <PrintableSheets
      onPrint={() => setPrinting(now => now + 1)}
      summary={words.cards.ready(formatCountedNoun(all, text.generator.cardWord), formatCountedNoun(sheets.length, words.sheetWord))}
    >
      <PrintContent key={printing} page="borderless">
        {sheets.map(sheet => (
          <CardSheet key={sheet[0]?.card} sheet={sheet} />
        ))}
      </PrintContent>
    </PrintableSheets>
  )
}

type CardSheetProps = { sheet: ReturnType<typeof layOutCardSheets<string>>[number] }

function CardSheet({ sheet }: CardSheetProps) {
  return (
    <div className="sheet">
      {sheet.map(({ card, place: { left, top, width, height } }) => (
        <img alt="" key={card} src={card} style={{ left: `${left}mm`, top: `${top}mm`, width: `${width}mm`, height: `${height}mm` }} />
      ))}
      <svg aria-hidden="true" style={{ left: 0, top: 0, width: '210mm', height: '297mm' }} viewBox="0 0 210 297">
        {sheet
          .flatMap(({ marks }) => marks)
          .map(mark => (
            <line key={Object.values(mark).join(' ')} {...mark} />
          ))}
      </svg>
    </div>
  )
}
