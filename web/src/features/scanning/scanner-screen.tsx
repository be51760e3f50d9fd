import type { ScanAnswer } from '@hudur/core'
import { ScanLine, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isScreenKeyboardOpen } from '../../device/screen-keyboard.ts'
import { wakeSoundOnTouch } from '../../device/sounds.ts'
import { text } from '../../text/ar.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Arrivals } from './arrivals.tsx'
import { CornerFrames } from './corner-frames.tsx'
import { type Gesture, useScan } from './queries.ts'
import { ScanDialog } from './scan-dialog.tsx'
import { ScanForm } from './scan-form.tsx'
import { ScanResult } from './scan-result.tsx'

/** On wide screens the buttons stand on the deep green, which is also the colour of a filled button. */
const onGrove = 'lg:border-transparent lg:bg-grove-foreground lg:text-grove lg:hover:bg-grove-muted'

/** The door: one guest after another, by camera, by name, or by a scanner that types. */
export function ScannerScreen() {
  const { scan, line, check, choose, retry, clear } = useScan(makeReady)
  const [code, setCode] = useState('')
  const [isDialogOpen, setDialogOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const scanButton = useRef<HTMLButtonElement>(null)
  const isKeyboardOnScreen = useRef(false)
  const isWaiting = scan.is === 'waiting'
  const isChecking = scan.is === 'checking'
  const isDone = scan.is === 'answered' || scan.is === 'failed'

  useEffect(() => {
    const leaving = new AbortController()
    wakeSoundOnTouch({ signal: leaving.signal })
    return () => leaving.abort()
  }, [])

  // A phone may have been scrolled down to the field or the details of the guest before.
  useEffect(() => {
    if (isDone) window.scrollTo({ top: 0 })
  }, [isDone])

  /** Puts the keyboard where the next guest will be taken: a scanner types on without a hand. */
  function makeReady({ outcome }: ScanAnswer, gesture: Gesture) {
    if (outcome === 'candidates') return
    if (gesture.is === 'code' && gesture.source === 'camera') return scanButton.current?.focus({ preventScroll: true })
    // It would cover the verdict.
    if (isKeyboardOnScreen.current) return field.current?.blur()
    field.current?.focus({ preventScroll: true })
    if (outcome === 'refused' && gesture.is === 'code') giveBack(gesture.text)
  }

  /** What was typed, selected so that it can be mended or typed over; unless the next code is under way. */
  function giveBack(typed: string) {
    if (field.current?.value !== '' || line.length > 0) return
    flushSync(() => setCode(typed))
    field.current.select()
  }

  /** The field is free at once: a scanner types the next code without waiting for an answer. */
  function verify() {
    const typed = code.trim()
    if (typed === '') return
    isKeyboardOnScreen.current = isScreenKeyboardOpen()
    setCode('')
    check(typed, 'typed')
  }

  function take(readCode: string) {
    setDialogOpen(false)
    check(readCode, 'camera')
  }

  function closeResult() {
    clear()
    scanButton.current?.focus()
  }

  return (
    <div className="-mx-4 -mt-7 -mb-11 flex min-h-[calc(100dvh-8rem)] flex-col md:m-0 md:min-h-0 lg:block">
      <header className="sticky top-0 z-10 flex min-h-13 items-center justify-between gap-4 border-border border-b bg-surface px-4 md:-mt-2 md:mb-7 md:items-end md:border-0 md:bg-background md:px-0 md:py-2">
        <h1 className="font-semibold md:font-display md:font-normal md:text-3xl md:leading-tight">{text.scanner.title}</h1>
        <Arrivals />
      </header>
      <div className="flex grow flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:items-start lg:gap-6">
        <div
          aria-atomic="false"
          aria-live="assertive"
          className={`flex flex-col lg:col-start-2 lg:min-h-136 ${isWaiting ? 'grow' : 'min-h-[calc(100dvh-16rem)]'}`}
          role="status"
        >
          <ScanResult onChoose={({ id }) => choose(id)} onRetry={retry} scan={scan} />
        </div>
        <div className="contents lg:col-start-1 lg:row-start-1 lg:grid lg:gap-5">
          <div className="relative hidden aspect-[4/3] rounded-xl bg-grove lg:col-start-1 lg:row-start-1 lg:block">
            <CornerFrames className="absolute inset-x-0 top-[9%] mx-auto h-[58%] text-grove-gold" />
          </div>
          <div className="sticky bottom-16 z-10 order-2 flex gap-2 border-border border-t bg-surface p-3 md:bottom-0 md:px-0 lg:static lg:col-start-1 lg:row-start-1 lg:self-end lg:border-0 lg:bg-transparent lg:p-5">
            <Button className={onGrove} fullWidth isPending={isChecking} onPress={() => setDialogOpen(true)} ref={scanButton} size="lg">
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
            <ScanForm code={code} inLine={line.length} isChecking={isChecking} onCodeChange={setCode} onVerify={verify} ref={field} />
          </div>
        </div>
      </div>
      <ScanDialog isOpen={isDialogOpen} onOpenChange={setDialogOpen} onRead={take} />
    </div>
  )
}
