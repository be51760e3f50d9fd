import type { Candidate } from '@hudur/core/check-in/contract'
import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { CloudOff } from 'lucide-react'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { useDeviceStatus } from '../../backend/hooks/use-device.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { RepeatIcon, UndoIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { CornerFrames } from '../code-readers/corner-frames.tsx'
import type { ScanRequest, ScanState } from './queries.ts'
import type { RecentScan } from './recent-scan.ts'
import { UndoButton } from './undo-button.tsx'
import { DirectionContext } from './use-direction.ts'
import { BriefVerdict, VerdictCard, type VerdictProps } from './verdict-card.tsx'
import { WomensHallContext } from './womens-hall.ts'

const GuestChoice = deferredComponent(async () => (await import('./guest-choice.tsx')).GuestChoice)

type ScanResultProps = {
  scan: ScanState
  /** The entry of `scan` in the list of recent scans; undefined if the list lacks it. */
  recentScan: RecentScan | undefined
  gate: string
  onRetry: (request: ScanRequest) => void
  onChoose: (candidate: Candidate) => void
  onAdmit: VerdictProps['onAdmit']
  onUndone: (nonce: string) => void
}

export function ScanResult({ scan, advice, ...props }: ScanResultProps & { advice: string }) {
  const isWomensHall = use(WomensHallContext)
  const { waiting, waitingForHer } = use(DirectionContext) === 'out' ? text.scanner.exits : text.scanner
  if (scan.is === 'waiting') return <ScanPlaceholder title={isWomensHall ? waitingForHer : waiting} advice={advice} />
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
  const unanswered = useDeviceStatus(status => status.unanswered)
  if (scan.is === 'failed') return <ScanFailure error={scan.error} onRetry={() => onRetry(scan.request)} />
  const { request } = scan
  const answer = recentScan?.lateRefusal ?? scan.answer
  if (answer.outcome === 'candidates')
    return <GuestCandidates candidates={answer.candidates ?? []} message={answer.message} onChoose={onChoose} />
  if (recentScan?.isUndone) return <UndoneCard scan={recentScan} />
  return (
    <Card
      answer={answer}
      request={request}
      key={request.nonce}
      knownGuest={recentScan?.knownGuest}
      onAdmit={onAdmit}
      undo={
        recentScan?.admission && (
          <>
            {recentScan.lateRefusal && (
              <p className="mb-3 font-semibold">{text.scanner.lateRefusal[recentScan.isWoman ? 'adviceToHer' : 'advice']}</p>
            )}
            {unanswered === request.nonce && !recentScan.lateRefusal && <p className="mb-3 font-semibold">{text.scanner.unanswered}</p>}
            <UndoButton
              className="w-full border-current! bg-transparent text-current!"
              gate={gate}
              onUndone={onUndone}
              recentScan={recentScan}
            />
          </>
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

function UndoneCard({ scan: { name, outcome } }: { scan: RecentScan }) {
  const { done, doneAdvice } = outcome === 'exited' ? text.scanner.undo.exit : text.scanner.undo
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-2 bg-surface-secondary px-8 py-10 text-center lg:rounded-xl">
      <UndoIcon aria-hidden="true" className="size-16" strokeWidth={1.5} />
      <p className="font-semibold text-2xl">{done}</p>
      <p className="font-semibold text-lg">{name}</p>
      <p className="text-muted">{doneAdvice}</p>
    </div>
  )
}

/** Shows that a scan failed without a verdict. The button sends the scan again with the same idempotency key, so that it counts once. */
function ScanFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isUnreachable = error instanceof UnreachableError
  const retry = useRef<HTMLButtonElement>(null)

  // With the focus on the button, Enter repeats the scan. While the next code is being typed, the focus stays in the field, so that no
  // character is lost.
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
