import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'

type PrintableSheetsProps = { summary: string; onPrint: () => void; children: ReactNode }

/** Renders the content of a dialog: what is on the sheets (`children`), how to print them in their real size, and the print button. */
export function PrintableSheets({ summary, onPrint, children }: PrintableSheetsProps) {
  return (
    <>
      <p>{summary}</p>
      <p className="mt-2 text-muted text-sm">{text.paper.settings}</p>
      <div className="mt-6 flex justify-end">
        <Button onPress={onPrint}>
          <Printer aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {text.paper.menu}
        </Button>
      </div>
      {children}
    </>
  )
}
