import type { Candidate } from '@hudur/core/check-in/contract'
import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { text } from '../../text/ar.ts'
import { RepeatIcon, UndoIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { CornerFrames } from './corner-frames.tsx'
import { GuestChoice } from './guest-choice.tsx'
import type { ScanRequest, ScanState } from './queries.ts'
import type { RecentScan } from './recent-scan.ts'
import { UndoButton } from './undo-button.tsx'
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

export function ScanResult({ scan, advice, ...props }: ScanResultProps & { advice: string }) {
  if (scan.is === 'waiting') return <ScanPlaceholder title={text.scanner.waiting} advice={advice} />
  if (scan.is === 'checking') return <ScanPlaceholder title={text.scanner.checking} />
  return <ScanOutcome {...props} Card={VerdictCard} scan={scan} />
}

/** Shows the state or the result of the current scan in a small size, for the camera dialog. */
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

function ScanPlaceholder({ title, advice }: { title: string; advice?: string }) {
  return (
    <div className="relative grid min-h-[clamp(7rem,100dvh-33rem,11rem)] flex-1 place-content-center bg-surface-secondary px-10 py-3 text-center lg:rounded-xl lg:py-16">
      <CornerFrames className="absolute [@media(height<44rem)]:hidden inset-0 m-auto aspect-square h-[min(88%,20rem)] text-gold lg:hidden" />
      <p className="font-semibold text-lg">{title}</p>
      {advice && <p className="mt-1 max-w-56 text-muted text-sm">{advice}</p>}
    </div>
  )
}

type GuestCandidatesProps = { message: string; candidates: readonly Candidate[]; onChoose: (candidate: Candidate) => void }

/** Lists the guests whose names match the typed text, as the server's response to a scan. */
function GuestCandidates({ message, candidates, onChoose }: GuestCandidatesProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  // The list is far from the field in which the name was typed, so its heading receives the keyboard focus.
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="flex-1 bg-surface px-4 py-5 lg:rounded-xl lg:p-7 lg:shadow-surface">
      <h2 className="mb-3 font-semibold text-lg outline-none" ref={heading} tabIndex={-1}>
        {message}
      </h2>
      <GuestChoice candidates={candidates} onChoose={onChoose} />
    </div>
  )
}

function UndoneCard({ guest }: { guest: string }) {
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-2 bg-surface-secondary px-8 py-10 text-center lg:rounded-xl">
      <UndoIcon aria-hidden="true" className="size-16" strokeWidth={1.5} />
      <p className="font-semibold text-2xl">{text.scanner.undo.done}</p>
      <p className="font-semibold text-lg">{guest}</p>
      <p className="text-muted">{text.scanner.undo.doneAdvice}</p>
    </div>
  )
}

/** Shows that a scan failed without a verdict. The button sends the scan again with the same idempotency key, so that it counts once. */
function ScanFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isUnreachable = error instanceof UnreachableError
  const retry = useRef<HTMLButtonElement>(null)

  // Enter then repeats the scan. If the next code is being typed, the focus stays in the field, so that the code is not lost.
  useEffect(() => {
    const focused = document.activeElement
    const isTyping = focused instanceof HTMLInputElement && focused.value !== ''
    if (!isTyping) retry.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-3 border-danger border-y-2 border-dashed bg-danger-soft px-5 py-10 text-center text-danger-soft-foreground lg:rounded-xl lg:border-x-2">
      <CloudOff aria-hidden="true" className="size-16" strokeWidth={1.5} />
      <p className="max-w-80 font-semibold text-xl">
        {error instanceof Refusal ? error.message : isUnreachable ? text.scanner.unreachable : text.scanner.failed}
      </p>
      {isUnreachable && <p className="max-w-80">{text.scanner.unreachableAdvice}</p>}
      <Button className="mt-3" onPress={onRetry} ref={retry} size="lg">
        <RepeatIcon aria-hidden="true" className="size-5" strokeWidth={1.7} />
        {text.ui.retry}
      </Button>
    </div>
  )
}
