import { shownTextOf } from '@hudur/core/check-in/card-text'
import type { Candidate, ScanAnswer } from '@hudur/core/check-in/contract'
import type { Direction } from '@hudur/core/invitations/rules'
import { ScanLine, X } from 'lucide-react'
import { type ReactNode, type RefObject, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ChosenEvent, useArrivals } from '../../backend/hooks/use-arrivals.ts'
import { useLiveConflicts } from '../../backend/hooks/use-conflicts.ts'
import { isScreenKeyboardOpen } from '../../device/screen-keyboard.ts'
import { resumeSoundOnInput } from '../../device/sounds.ts'
import { componentAfterFirstView, deferredComponent } from '../../loading/deferred.tsx'
import { fetchPartWhenIdle } from '../../loading/idle.ts'
import { LONG_RETRY_PAUSES_MS, withRetries } from '../../loading/retry.ts'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { closeTopDialog, hasOpenDialog } from '../../ui/dialog-history.ts'
import { Numeric } from '../../ui/numeric.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ContinuousScanningOffer } from '../code-readers/continuous-scanning.tsx'
import { CornerFrames } from '../code-readers/corner-frames.tsx'
import { createEnteredCodes, createRecentCodes } from '../code-readers/recent-codes.ts'
import type { ScanDialogProps } from '../code-readers/scan-dialog.tsx'
import { ConflictsNotice } from './conflicts-notice.tsx'
import { type ScanRequest, useScan } from './queries.ts'
import { ScanForm } from './scan-form.tsx'
import { BriefResult, ScanResult } from './scan-result.tsx'
import { ScannerSetup } from './scanner-setup.tsx'
import { DirectionContext, useDirection } from './use-direction.ts'
import { useLateRefusal } from './use-late-refusal.ts'
import { useLiveSync } from './use-live-sync.ts'
import { recentScanOf, type ScannerState, useScanner } from './use-scanner.ts'
import { WomensHallContext } from './womens-hall.ts'

const AccountWalkInButton = deferredComponent(async () => (await import('../walk-ins/walk-in-button.tsx')).AccountWalkInButton)
const EventQuestion = deferredComponent(async () => (await import('./event-question.tsx')).EventQuestion)
const ExitsBar = deferredComponent(async () => (await import('./exits-bar.tsx')).ExitsBar)
const ExitsBand = deferredComponent(async () => (await import('./exits-bar.tsx')).ExitsBand)
const RecentScans = deferredComponent(async () => (await import('./recent-scans.tsx')).RecentScans)
const VipArrivals = componentAfterFirstView(async () => (await import('../vip-arrivals/vip-arrivals.tsx')).VipArrivals)
const ScanDialog = deferredDialog<ScanDialogProps>(async () => (await import('../code-readers/scan-dialog.tsx')).ScanDialog)
const loadHardwareScanner = withRetries(() => import('../code-readers/hardware-scanner.ts'), LONG_RETRY_PAUSES_MS)
fetchPartWhenIdle(loadHardwareScanner)

/** CSS classes for buttons on the dark green background of wide screens, on which a filled button would be invisible. */
const buttonOnGreenClasses = 'lg:border-transparent lg:bg-grove-foreground lg:text-grove lg:hover:bg-grove-muted'

/** CSS class that places the buttons above a phone's navigation bar, whose icons have a fixed size (px) and whose labels scale (rem). */
const aboveNavigationClass = 'bottom-[calc(43px+1.3rem+env(safe-area-inset-bottom,0px))]'

export function ScannerScreen() {
  const { choices, ...scanner } = useScanner()
  useLiveConflicts(scanner.event)
  if (choices.length > 1) return <EventQuestion events={choices} onChoose={event => scanner.set({ event })} />
  return (
    <>
      <VipArrivals event={scanner.event} />
      <Scanner
        heading={
          <h1 className="font-semibold md:font-display md:font-normal md:text-3xl md:leading-tight max-lg:short:text-2xl">
            {text.scanner.title}
          </h1>
        }
        notice={isBelowResult => <ConflictsNotice isBelowResult={isBelowResult} />}
        scanner={scanner}
        settings={
          <>
            <ScannerSetup event={scanner.event} gate={scanner.gate} isContinuous={scanner.isContinuous} onChange={scanner.set} />
            <AccountWalkInButton event={scanner.event} gate={scanner.gate} />
          </>
        }
      />
    </>
  )
}

type ScannerProps = {
  scanner: ScannerState
  heading: ReactNode
  /** Renders a notice: above the result before a scan, below it during and after a scan. */
  notice?: (isBelowResult: boolean) => ReactNode
  settings: ReactNode
  maySearch?: boolean
  /** Whether the page has only the scanner, without a navigation bar at the bottom. */
  isStandalone?: boolean
}

/** Renders a scanner that admits guests by camera, by a typed name, or by a hardware scanner, which types like a keyboard. */
export function Scanner({ scanner, heading, notice, settings, maySearch = true, isStandalone = false }: ScannerProps) {
  const { countsExits, direction, choose } = useDirection(scanner.event, scanner.recentScans[0]?.nonce)
  const { scan, queue, check, admit, isFree, retry, clear } = useScan({ ...scanner, direction }, handleAnswer)
  const isWomensHall = use(WomensHallContext)
  const [code, setCode] = useState('')
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [recentCodes] = useState(createRecentCodes)
  const [enteredCodes] = useState(createEnteredCodes)
  const field = useRef<HTMLInputElement>(null)
  const scanButton = useRef<HTMLButtonElement>(null)
  const header = useRef<HTMLElement>(null)
  const footer = useRef<HTMLDivElement>(null)
  const isKeyboardOnScreen = useRef(false)
  const isWaiting = scan.is === 'waiting'
  const isChecking = scan.is === 'checking'
  const isDone = scan.is === 'answered' || scan.is === 'failed'
  useLateRefusal(scanner, scan.is === 'answered' ? scan.request.nonce : undefined)
  useLiveSync(scanner.event)
  useFocusOnTyping(field)
  useHardwareScanner(field, handleHardwareScan)
  useScrollPadding(header, footer)

  useEffect(() => {
    const unmount = new AbortController()
    resumeSoundOnInput({ signal: unmount.signal })
    return () => unmount.abort()
  }, [])

  // A phone's page may be scrolled down to the field or to the previous guest's details; the result is at the top.
  useEffect(() => {
    if (isDone) window.scrollTo({ top: 0 })
  }, [isDone])

  function handleAnswer(answer: ScanAnswer, request: ScanRequest) {
    const recentScan = recentScanOf(answer, request, isWomensHall)
    if (recentScan) scanner.addRecentScan(recentScan)
    if (!isDialogOpen) focusNextInput(answer, request)
  }

  /** Focuses the control for the next guest, so that a hardware scanner can type the next code before anybody touches the screen. */
  function focusNextInput({ outcome }: ScanAnswer, request: ScanRequest) {
    if (outcome === 'candidates') return
    if (request.is === 'code' && request.source === 'camera') return scanButton.current?.focus({ preventScroll: true })
    // Removing the focus closes the on-screen keyboard, which would cover the verdict.
    if (isKeyboardOnScreen.current) return field.current?.blur()
    field.current?.focus({ preventScroll: true })
    if (outcome === 'refused' && request.is === 'code') restoreTypedText(shownTextOf(request.text, 'typed'))
  }

  /** Puts the typed text back into the field, selected for correction, unless the next code is being typed or is queued. */
  function restoreTypedText(typed: string) {
    if (field.current?.value !== '' || queue.length > 0) return
    flushSync(() => setCode(typed))
    field.current.select()
  }

  /** Sends an entered text, after Enter or without it. Ignores a code that a hardware scanner, triggered twice, sends again. */
  function submitEnteredText(text: string) {
    const entered = readEntered(text)
    const isRepeated = enteredCodes.isRepeated(entered, Date.now())
    const isDecidedAgain = scan.is === 'failed' || (scan.is === 'answered' && scan.answer.outcome === 'refused')
    if (isRepeated && !isDecidedAgain) return setCode('')
    submitText(entered)
  }

  /** Sends a text and empties the field at once, because a hardware scanner types the next code without waiting for the result. */
  function submitText(entered: string) {
    const typed = readEntered(entered.trim())
    if (typed === '') return
    isKeyboardOnScreen.current = isScreenKeyboardOpen()
    setCode('')
    check(typed, 'typed')
  }

  /** Sends a text that a hardware scanner has typed, and closes the dialog that would cover the verdict. */
  function handleHardwareScan(scanned: string) {
    if (!isDialogOpen) closeTopDialog()
    else if (!scanner.isContinuous) setDialogOpen(false)
    submitEnteredText(scanned)
  }

  function handleCode(readCode: string) {
    if (!scanner.isContinuous) {
      setDialogOpen(false)
      return check(readEntered(readCode), 'camera')
    }
    const now = performance.now()
    // A code that is read while another scan is pending is not recorded, so that the next camera frame can send it.
    if (!recentCodes.isNew(readCode, now) || !isFree()) return
    recentCodes.record(readCode, now)
    check(readEntered(readCode), 'camera')
  }

  function admitCandidate(candidate: Candidate) {
    setCode('')
    admit(candidate.code, 1)
  }

  /** Lets a card that was read just before be scanned again, because another scan of it is meant. */
  function forgetCodes() {
    enteredCodes.forget()
    recentCodes.forget()
  }

  function chooseDirection(chosen: Direction) {
    forgetCodes()
    choose(chosen)
  }

  function markUndone(nonce: string) {
    forgetCodes()
    scanner.markUndone(nonce)
  }

  /** Opens the camera dialog. The last answer is cleared. A failed scan stays; in continuous scanning the dialog shows it. */
  function openDialog() {
    if (scan.is === 'answered') clear()
    setDialogOpen(true)
  }

  /** Stores the answer to the offer of continuous scanning. The offer disappears, so the focus moves to the scan button. */
  function answerContinuousScanningOffer(answer: { isOffered: true } | { isContinuous: true }) {
    scanner.set(answer)
    scanButton.current?.focus()
  }

  function closeResult() {
    clear()
    scanButton.current?.focus()
  }

  const result = {
    scan,
    recentScan: isDone ? scanner.recentScans.find(({ nonce }) => nonce === scan.request.nonce) : undefined,
    gate: scanner.gate,
    onRetry: retry,
    onChoose: admitCandidate,
    onAdmit: admit,
    onUndone: markUndone,
  }
  const isInDialog = isDialogOpen && scanner.isContinuous
  const isExit = direction === 'out'

  return (
    <DirectionContext value={direction}>
      <div
        className={`${isStandalone ? 'min-h-dvh max-lg:short:md:-mt-5' : '-mx-4 -mt-7 -mb-11 min-h-[calc(100dvh-8rem)] max-lg:short:-mt-7 max-lg:short:md:-mt-10'} flex flex-col md:m-0 md:min-h-0 lg:block`}
      >
        <header
          className="sticky top-0 z-10 flex min-h-13 flex-wrap items-center justify-between gap-x-4 border-border border-b bg-surface px-4 md:-mt-2 md:mb-7 md:items-end md:border-0 md:bg-background md:px-0 md:py-2 max-lg:short:mt-0 max-lg:short:mb-0 max-lg:short:py-0"
          ref={header}
        >
          {heading}
          <Arrivals event={scanner.event} />
        </header>
        {countsExits && <ExitsBar direction={direction} event={scanner.event} onChange={chooseDirection} />}
        {notice?.(!isWaiting)}
        <div className="flex grow flex-col max-lg:short:grid max-lg:short:grid-cols-2 max-lg:short:items-start max-lg:short:gap-x-6 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:items-start lg:gap-6">
          <div
            aria-atomic="false"
            aria-live="assertive"
            className={`flex flex-col max-lg:short:col-start-2 max-lg:short:min-h-[calc(100dvh-8rem)] lg:col-start-2 lg:min-h-136 ${isWaiting ? 'grow' : 'min-h-[calc(100dvh-16rem)]'}`}
            role="status"
          >
            {!isInDialog && <ScanResult {...result} advice={maySearch ? text.scanner.waitingAdvice : text.links.door.advice} />}
          </div>
          <div className="contents max-lg:short:col-start-1 max-lg:short:row-start-1 max-lg:short:flex max-lg:short:flex-col lg:col-start-1 lg:row-start-1 lg:grid lg:gap-5">
            <div className="relative hidden aspect-[4/3] rounded-xl bg-grove lg:col-start-1 lg:row-start-1 lg:block">
              <CornerFrames className="absolute inset-x-0 top-[9%] mx-auto h-[58%] text-grove-gold" />
            </div>
            {isWaiting && !scanner.isContinuous && !scanner.isOffered && (
              <ContinuousScanningOffer
                onDecline={() => answerContinuousScanningOffer({ isOffered: true })}
                onAccept={() => answerContinuousScanningOffer({ isContinuous: true })}
              />
            )}
            <div
              className={`sticky z-10 order-3 flex gap-2 border-border border-t bg-surface p-3 ${isStandalone ? 'bottom-0' : aboveNavigationClass} md:bottom-0 md:px-0 max-lg:short:static max-lg:short:order-first max-lg:short:border-0 max-lg:short:bg-transparent lg:static lg:col-start-1 lg:row-start-1 lg:self-end lg:border-0 lg:bg-transparent lg:p-5`}
              ref={footer}
            >
              <Button
                className={`px-3! ${isExit ? 'bg-exited! text-exited-foreground!' : buttonOnGreenClasses}`}
                fullWidth
                isPending={isChecking}
                onPress={openDialog}
                ref={scanButton}
                size="lg"
              >
                <ScanLine aria-hidden="true" className="size-5" strokeWidth={1.7} />
                {isExit ? text.scanner.exits.scan : text.scanner.scan}
              </Button>
              {!isWaiting && (
                <IconButton
                  className={buttonOnGreenClasses}
                  isDisabled={isChecking}
                  label={text.scanner.closeResult}
                  onPress={closeResult}
                  size="lg"
                  variant="outline"
                >
                  <X aria-hidden="true" className="size-5" strokeWidth={1.7} />
                </IconButton>
              )}
            </div>
            <div className="order-1 px-4 py-4 md:px-0 lg:py-0">
              <ScanForm
                code={code}
                event={scanner.event}
                queuedCount={queue.length}
                isChecking={isChecking}
                maySearch={maySearch}
                onChoose={admitCandidate}
                onCodeChange={setCode}
                onEnter={() => submitEnteredText(code)}
                onVerify={() => submitText(code)}
                ref={field}
              />
            </div>
            <div className="order-4 grid gap-5 md:pt-5 lg:pt-0">
              {settings}
              <RecentScans
                event={scanner.event}
                gate={scanner.gate}
                onKnown={scanner.markKnown}
                onUndone={markUndone}
                scans={scanner.recentScans}
              />
            </div>
          </div>
        </div>
        <ScanDialog
          camera={scanner.camera}
          count={
            <>
              {isExit && <ExitsBand />}
              <Arrivals event={scanner.event} />
            </>
          }
          isContinuous={scanner.isContinuous}
          isOpen={isDialogOpen}
          onCameraChange={scanner.chooseCamera}
          onContinuousChange={isContinuous => scanner.set({ isContinuous })}
          onOpenChange={setDialogOpen}
          onRead={handleCode}
          result={scan.is === 'waiting' ? null : <BriefResult {...result} />}
        />
      </div>
    </DirectionContext>
  )
}

/** Shows «وصل 186 من 240». The small «+n» beside it counts people who entered beyond their invitations' limit. */
function Arrivals({ event }: { event: ChosenEvent | null }) {
  const { data: arrivals, isError } = useArrivals(event)
  if (!arrivals && isError) return <p className="text-muted text-sm">{text.scanner.arrivalsFailed}</p>
  if (!arrivals) return <Skeleton className="h-8 w-32" />
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 text-muted text-sm">
      {text.scanner.arrived}{' '}
      <Numeric className="font-semibold text-[1.875rem] text-foreground leading-none">{formatWholeNumber(arrivals.arrived)}</Numeric>{' '}
      <span>
        {text.scanner.ofInvited} <Numeric>{formatWholeNumber(arrivals.invited)}</Numeric>
      </span>
      {arrivals.exceeding > 0 && (
        <span className="text-xs">
          <Numeric>+{formatWholeNumber(arrivals.exceeding)}</Numeric> {text.scanner.exceeding}
        </span>
      )}
    </p>
  )
}

const isInputElement = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Returns a scanned or typed text with its code as screens read it. Until the code for this is loaded, the server and the device find it. */
const readEntered = (text: string) => loadHardwareScanner.loaded()?.readEntered(text) ?? text

/** Calls `onScan` with each text that a hardware scanner types, wherever the focus is. */
function useHardwareScanner(field: RefObject<HTMLInputElement | null>, onScan: (text: string) => void) {
  const handleScan = useEffectEvent(onScan)
  useEffect(() => {
    const unmount = new AbortController()
    loadHardwareScanner().then(
      ({ watchHardwareScanner }) => {
        if (field.current && !unmount.signal.aborted)
          watchHardwareScanner({ field: field.current, onScan: text => handleScan(text), signal: unmount.signal })
      },
      () => {},
    )
    return () => unmount.abort()
  }, [field])
}

/** Focuses `field` when a hardware scanner types while no input has the focus. Space and Enter keep their effect on buttons. */
function useFocusOnTyping(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const unmount = new AbortController()
    const focusField = (event: KeyboardEvent) => {
      const isCharacter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isCharacter && !hasOpenDialog() && !isInputElement(event.target)) field.current?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', focusField, { signal: unmount.signal })
    return () => unmount.abort()
  }, [field])
}

/** Sets the page's scroll padding to the heights of the sticky header and footer, so that they never cover a focused element. */
function useScrollPadding(header: RefObject<HTMLElement | null>, footer: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const [above, below] = [header.current, footer.current]
    if (!above || !below) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      const { bottom, position } = getComputedStyle(below)
      const covered = Number.parseFloat(bottom) + (position === 'sticky' ? below.offsetHeight : 0)
      root.style.scrollPaddingBlock = `${above.offsetHeight}px ${covered}px`
    })
    for (const element of [root, above, below]) observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.scrollPaddingBlock = ''
    }
  }, [header, footer])
}
