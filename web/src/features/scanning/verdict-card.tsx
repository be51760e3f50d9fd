import type { ScanAnswer } from '@hudur/core'
import { text } from '../../text/ar.ts'
import type { Gesture } from './queries.ts'
import { VerdictRows } from './verdict-rows.tsx'
import { type Verdict, VerdictEdge, VerdictSign } from './verdict-sign.tsx'

const words = text.scanner

const grounds = {
  admitted: 'bg-admitted text-admitted-foreground',
  used: 'bg-used text-used-foreground',
  refused: 'bg-refused text-refused-foreground',
} as const

const sizes = { admitted: 'text-[5.25rem]', used: 'text-[4.25rem]', refused: 'text-[4.25rem]' } as const

type VerdictCardProps = { verdict: Verdict; answer: ScanAnswer; gesture: Gesture; at: Date }

/** What the door says: colour, shape and word agree, and can be read at arm's length. */
export function VerdictCard({ verdict, answer, gesture, at }: VerdictCardProps) {
  return (
    <section className={`relative flex flex-1 flex-col overflow-hidden lg:rounded-xl ${grounds[verdict]}`} data-verdict={verdict}>
      <VerdictEdge verdict={verdict} />
      <div className="mb-auto flex flex-col items-center px-5 pt-[clamp(1.75rem,4dvh,4rem)] pb-4 text-center">
        <VerdictSign verdict={verdict} />
        <p className={`mt-3 flex h-24 items-center font-semibold leading-none ${sizes[verdict]}`}>{words.words[verdict]}</p>
        <p className="mt-1 font-semibold text-[1.625rem] leading-normal">{guestLine({ answer, gesture })}</p>
        <p className="mt-1">{answer.message}</p>
        {answer.advice && <p className="mt-2 font-semibold">{answer.advice}</p>}
        {answer.success && !answer.scanDetails && <p className="mt-2 font-semibold">{words.noDetails}</p>}
      </div>
      <VerdictRows answer={answer} at={at} gesture={gesture} />
    </section>
  )
}

function guestLine({ answer, gesture }: Pick<VerdictCardProps, 'answer' | 'gesture'>) {
  if (answer.scanDetails) return answer.scanDetails.guestName || words.anyGuest
  if (answer.success) return null
  return gesture.is === 'code' && gesture.source === 'typed' ? words.noSuchText : words.noSuchCode
}
