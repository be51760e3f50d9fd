import type { Candidate } from '@hudur/core'
import { text } from '../../text/ar.ts'
import { Candidates } from './candidates.tsx'
import { CornerFrames } from './corner-frames.tsx'
import type { Gesture, Scan } from './queries.ts'
import { ScanFailure } from './scan-failure.tsx'
import { VerdictCard } from './verdict-card.tsx'

type ScanResultProps = { scan: Scan; onRetry: (gesture: Gesture) => void; onChoose: (candidate: Candidate) => void }

/** What came of the last gesture. */
export function ScanResult({ scan, onRetry, onChoose }: ScanResultProps) {
  if (scan.is === 'waiting') return <Idle title={text.scanner.waiting} advice={text.scanner.waitingAdvice} />
  if (scan.is === 'checking') return <Idle title={text.scanner.checking} />
  if (scan.is === 'failed') return <ScanFailure error={scan.error} onRetry={() => onRetry(scan.gesture)} />

  const { answer, gesture, at } = scan
  if (answer.outcome === 'candidates')
    return <Candidates candidates={answer.candidates ?? []} message={answer.message} onChoose={onChoose} />
  return <VerdictCard answer={answer} at={at} gesture={gesture} key={gesture.nonce} verdict={answer.outcome} />
}

/** The empty frame, before a guest and between two. */
function Idle({ title, advice }: { title: string; advice?: string }) {
  return (
    <div className="relative grid flex-1 place-content-center bg-surface-secondary px-10 py-16 text-center lg:rounded-xl">
      <CornerFrames className="absolute inset-0 m-auto aspect-square h-[min(76%,20rem)] text-gold lg:hidden" />
      <p className="font-semibold text-lg">{title}</p>
      {advice && <p className="mt-1 max-w-56 text-muted text-sm">{advice}</p>}
    </div>
  )
}
