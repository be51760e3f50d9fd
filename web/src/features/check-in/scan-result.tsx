import type { Candidate } from '@hudur/core/check-in/contract'
import type { ReactNode } from 'react'
import { text } from '../../text/ar.ts'
import { GuestCandidates } from './candidates.tsx'
import { CornerFrames } from './corner-frames.tsx'
import type { ScanRequest, ScanState } from './queries.ts'
import type { RecentScan } from './recent-scan.ts'
import { ScanFailure } from './scan-failure.tsx'
import { UndoButton } from './undo-button.tsx'
import { UndoneCard } from './undone-card.tsx'
import { BriefVerdict, VerdictCard, type VerdictProps } from './verdict-card.tsx'

type ScanResultProps = {
  scan: ScanState
  /** The entry of `scan` in the list of recent scans; undefined if the list lacks it. */
  recentScan: RecentScan | undefined
  gate: string
  onRetry: (request: ScanRequest) => void
  onChoose: (candidate: Candidate) => void
  onAdmit: (code: string, people: number) => void
  onUndone: (nonce: string) => void
}

/** Shows the state or the result of the current scan on the scanner's screen. */
export function ScanResult({ scan, advice, ...props }: ScanResultProps & { advice: string }) {
  if (scan.is === 'waiting') return <ScanPlaceholder title={text.scanner.waiting} advice={advice} />
  if (scan.is === 'checking') return <ScanPlaceholder title={text.scanner.checking} />
  return <ScanOutcome {...props} Card={VerdictCard} scan={scan} />
}

/** Shows the state or the result of the current scan in a small size, for the camera dialog. Without a scan it shows nothing. */
export function BriefResult({ scan, ...props }: ScanResultProps) {
  if (scan.is === 'waiting') return null
  if (scan.is === 'checking') return <p className="py-6 text-center font-semibold text-foreground text-lg">{text.scanner.checking}</p>
  return <ScanOutcome {...props} Card={BriefVerdict} scan={scan} />
}

type OutcomeProps = ScanResultProps & {
  scan: Extract<ScanState, { is: 'answered' | 'failed' }>
  Card: (props: VerdictProps) => ReactNode
}

function ScanOutcome({ scan, recentScan, gate, Card, onRetry, onChoose, onAdmit, onUndone }: OutcomeProps) {
  if (scan.is === 'failed') return <ScanFailure error={scan.error} onRetry={() => onRetry(scan.request)} />
  const { answer, request } = scan
  if (answer.outcome === 'candidates')
    return <GuestCandidates candidates={answer.candidates ?? []} message={answer.message} onChoose={onChoose} />
  if (recentScan?.isUndone) return <UndoneCard guest={recentScan.name} />
  return (
    <Card
      answer={answer}
      request={request}
      key={request.nonce}
      onAdmit={onAdmit}
      undo={
        recentScan?.admission && (
          <UndoButton
            className="w-full border-current! bg-transparent text-current!"
            gate={gate}
            onUndone={onUndone}
            recentScan={recentScan}
          />
        )
      }
      verdict={answer.outcome}
    />
  )
}

/** Shows an empty frame with a title while there is no result. */
function ScanPlaceholder({ title, advice }: { title: string; advice?: string }) {
  return (
    <div className="relative grid min-h-[clamp(7rem,100dvh-33rem,11rem)] flex-1 place-content-center bg-surface-secondary px-10 py-3 text-center lg:rounded-xl lg:py-16">
      <CornerFrames className="absolute [@media(height<44rem)]:hidden inset-0 m-auto aspect-square h-[min(88%,20rem)] text-gold lg:hidden" />
      <p className="font-semibold text-lg">{title}</p>
      {advice && <p className="mt-1 max-w-56 text-muted text-sm">{advice}</p>}
    </div>
  )
}
