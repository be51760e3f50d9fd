import type { Candidate, ScanAnswer } from '@hudur/core'
import { ScanLine, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isScreenKeyboardOpen } from '../../device/screen-keyboard.ts'
import { wakeSoundOnTouch } from '../../device/sounds.ts'
import { text } from '../../text/ar.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Arrivals } from './arrivals.tsx'
import { ConflictsNotice } from './conflicts-notice.tsx'
import { CornerFrames } from './corner-frames.tsx'
import { GoesOnOffer } from './goes-on-offer.tsx'
import { Passes } from './passes.tsx'
import { type ScanRequest, useScan } from './queries.ts'
import { ScanDialog } from './scan-dialog.tsx'
import { ScanForm } from './scan-form.tsx'
import { BriefResult, ScanResult } from './scan-result.tsx'
import { ScannerSetup } from './scanner-setup.tsx'
import { createSightings } from './sightings.ts'
import { passOf, useScanner } from './use-scanner.ts'
import { useScrollClear } from './use-scroll-clear.ts'
import { useStrayKeys } from './use-stray-keys.ts'

/** On wide screens the buttons stand on a deep green ground. A filled button has the same green, so they get other colours there. */
const onGrove = 'lg:border-transparent lg:bg-grove-foreground lg:text-grove lg:hover:bg-grove-muted'

/** Puts the buttons above the navigation of a phone, whose icons keep their size (px) while its words grow with the text (rem). */
const overNavigation = 'bottom-[calc(43px+1.3rem+env(safe-area-inset-bottom,0px))]'

const passNames = { anyGuest: text.scanner.anyGuest, unknown: text.scanner.unknownCode }

/** The scanner: admits one guest after another, by camera, by name, or by a scanner that types. */
export function ScannerScreen() {
  const scanner = useScanner()
  const { scan, line, check, admit, isFree, retry, clear } = useScan(scanner, handleAnswer)
  const [code, setCode] = useState('')
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [sightings] = useState(createSightings)
  const field = useRef<HTMLInputElement>(null)
  const scanButton = useRef<HTMLButtonElement>(null)
  const head = useRef<HTMLElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const isKeyboardOnScreen = useRef(false)
  const isWaiting = scan.is === 'waiting'
  const isChecking = scan.is === 'checking'
  const isDone = scan.is === 'answered' || scan.is === 'failed'
  useStrayKeys(field)
  useScrollClear(head, foot)

  useEffect(() => {
    const leaving = new AbortController()
    wakeSoundOnTouch({ signal: leaving.signal })
    return () => leaving.abort()
  }, [])

  // The page of a phone may still be scrolled down to the field or to the details of the previous guest.
  useEffect(() => {
    if (isDone) window.scrollTo({ top: 0 })
  }, [isDone])

  function handleAnswer(answer: ScanAnswer, request: ScanRequest) {
    const pass = passOf(answer, request, passNames)
    if (pass) scanner.remember(pass)
    if (!isDialogOpen) focusNextInput(answer, request)
  }

  /** Moves the focus to the control that takes the next guest, so that a scanner can type on without a touch on the screen. */
  function focusNextInput({ outcome }: ScanAnswer, request: ScanRequest) {
    if (outcome === 'candidates') return
    if (request.is === 'code' && request.source === 'camera') return scanButton.current?.focus({ preventScroll: true })
    // A keyboard on the screen would cover the verdict.
    if (isKeyboardOnScreen.current) return field.current?.blur()
    field.current?.focus({ preventScroll: true })
    if (outcome === 'refused' && request.is === 'code') giveBack(request.text)
  }

  /**
   * Puts the typed text back into the field, selected, so that it can be corrected or replaced. Does nothing if the next code has been
   * typed or is in line.
   */
  function giveBack(typed: string) {
    if (field.current?.value !== '' || line.length > 0) return
    flushSync(() => setCode(typed))
    field.current.select()
  }

  /** Sends the typed text and empties the field at once: a scanner types the next code without waiting for an answer. */
  function verify() {
    const typed = code.trim()
    if (typed === '') return
    isKeyboardOnScreen.current = isScreenKeyboardOpen()
    setCode('')
    check(typed, 'typed')
  }

  function take(readCode: string) {
    if (!scanner.goesOn) {
      setDialogOpen(false)
      return check(readCode, 'camera')
    }
    const now = performance.now()
    // A code that is in view while another scan is being decided will be read again in a moment.
    if (!sightings.isNew(readCode, now) || !isFree()) return
    sightings.take(readCode, now)
    check(readCode, 'camera')
  }

  function choose({ id }: Candidate) {
    setCode('')
    admit(id, 1)
  }

  /** Opens the camera. A decided scan is cleared; a failed one stays and is shown in the dialog. */
  function openDialog() {
    if (scan.is === 'answered') clear()
    setDialogOpen(true)
  }

  /**
   * Stores the answer to the offer of continuous scanning. The offer and its buttons then disappear, so the focus moves to the scan button.
   */
  function answerOffer(answer: { isOffered: true } | { goesOn: true }) {
    scanner.set(answer)
    scanButton.current?.focus()
  }

  function closeResult() {
    clear()
    scanButton.current?.focus()
  }

  const result = {
    scan,
    pass: isDone ? scanner.passes.find(({ nonce }) => nonce === scan.request.nonce) : undefined,
    gate: scanner.gate,
    onRetry: retry,
    onChoose: choose,
    onAdmit: admit,
    onUndone: scanner.markUndone,
  }
  const isInDialog = isDialogOpen && scanner.goesOn

  return (
    <div className="-mx-4 -mt-7 -mb-11 flex min-h-[calc(100dvh-8rem)] flex-col md:m-0 md:min-h-0 max-lg:short:-mt-7 max-lg:short:md:-mt-10 lg:block">
      <header
        className="sticky top-0 z-10 flex min-h-13 flex-wrap items-center justify-between gap-x-4 border-border border-b bg-surface px-4 md:-mt-2 md:mb-7 md:items-end md:border-0 md:bg-background md:px-0 md:py-2 max-lg:short:mt-0 max-lg:short:mb-0 max-lg:short:py-0"
        ref={head}
      >
        <h1 className="font-semibold md:font-display md:font-normal md:text-3xl md:leading-tight max-lg:short:text-2xl">
          {text.scanner.title}
        </h1>
        <Arrivals event={scanner.event} />
      </header>
      <ConflictsNotice isBelow={!isWaiting} />
      <div className="flex grow flex-col max-lg:short:grid max-lg:short:grid-cols-2 max-lg:short:items-start max-lg:short:gap-x-6 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:items-start lg:gap-6">
        <div
          aria-atomic="false"
          aria-live="assertive"
          className={`flex flex-col max-lg:short:col-start-2 max-lg:short:min-h-[calc(100dvh-8rem)] lg:col-start-2 lg:min-h-136 ${isWaiting ? 'grow' : 'min-h-[calc(100dvh-16rem)]'}`}
          role="status"
        >
          {!isInDialog && <ScanResult {...result} />}
        </div>
        <div className="contents max-lg:short:col-start-1 max-lg:short:row-start-1 max-lg:short:flex max-lg:short:flex-col lg:col-start-1 lg:row-start-1 lg:grid lg:gap-5">
          <div className="relative hidden aspect-[4/3] rounded-xl bg-grove lg:col-start-1 lg:row-start-1 lg:block">
            <CornerFrames className="absolute inset-x-0 top-[9%] mx-auto h-[58%] text-grove-gold" />
          </div>
          {isWaiting && !scanner.goesOn && !scanner.isOffered && (
            <GoesOnOffer onLeave={() => answerOffer({ isOffered: true })} onTake={() => answerOffer({ goesOn: true })} />
          )}
          <div
            className={`sticky z-10 order-3 flex gap-2 border-border border-t bg-surface p-3 ${overNavigation} md:bottom-0 md:px-0 max-lg:short:static max-lg:short:order-first max-lg:short:border-0 max-lg:short:bg-transparent lg:static lg:col-start-1 lg:row-start-1 lg:self-end lg:border-0 lg:bg-transparent lg:p-5`}
            ref={foot}
          >
            <Button className={`px-3! ${onGrove}`} fullWidth isPending={isChecking} onPress={openDialog} ref={scanButton} size="lg">
              <ScanLine aria-hidden="true" className="size-5" strokeWidth={1.7} />
              {text.scanner.scan}
            </Button>
            {!isWaiting && (
              <IconButton
                className={onGrove}
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
              inLine={line.length}
              isChecking={isChecking}
              onChoose={choose}
              onCodeChange={setCode}
              onVerify={verify}
              ref={field}
            />
          </div>
          <div className="order-4 grid gap-5 md:pt-5 lg:pt-0">
            <ScannerSetup event={scanner.event} gate={scanner.gate} goesOn={scanner.goesOn} onChange={scanner.set} />
            <Passes event={scanner.event} gate={scanner.gate} onUndone={scanner.markUndone} passes={scanner.passes} />
          </div>
        </div>
      </div>
      <ScanDialog
        cameraId={scanner.cameraId}
        count={<Arrivals event={scanner.event} />}
        goesOn={scanner.goesOn}
        isOpen={isDialogOpen}
        onCameraChange={cameraId => scanner.set({ cameraId })}
        onGoesOnChange={goesOn => scanner.set({ goesOn })}
        onOpenChange={setDialogOpen}
        onRead={take}
        result={scan.is === 'waiting' ? null : <BriefResult {...result} />}
      />
    </div>
  )
}
