import { Refusal } from '@hudur/core/refusals'
import { useCallback, useEffect, useRef, useState } from 'react'
import { text } from '../text/ar.ts'
import { formatCountedNoun } from '../text/format.ts'
import { AlertBox } from '../ui/alert-box.tsx'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { notify } from '../ui/toast.tsx'

const words = text.selection

/** How long a change can be undone, in seconds: it is sent only then (decision 070). */
const UNDO_SECONDS = 10

type Change = {
  /** What will happen, such as «ستُحذف 12 دعوة». */
  announcement: string
  /** Sends the change, and returns what has happened; undefined when the user has cancelled it. */
  send: () => Promise<string | undefined>
  /** The title of the message after a failure, and a function that restores what the user had selected. */
  failed: string
  restore: () => void
}

type Waiting = Change & { secondsLeft: number; isSending: boolean }

/**
 * Returns a function that makes a change after ten seconds, and the notice with which the user undoes it or does not wait. Leaving the screen
 * and hiding the page make the change at once; closing the page asks first.
 */
export function useDelayedChange() {
  const [waiting, setWaiting] = useState<Waiting>()
  const [failure, setFailure] = useState<{ title: string; why: string }>()
  const isLeft = useRef(false)
  const latest = useRef<Waiting>(undefined)
  latest.current = waiting
  const isWaiting = waiting !== undefined && !waiting.isSending

  const send = useCallback(async () => {
    const change = latest.current
    if (!change || change.isSending) return
    latest.current = { ...change, isSending: true }
    setWaiting(latest.current)
    try {
      const done = await change.send()
      if (done !== undefined) notify.done(done)
    } catch (error) {
      const why = error instanceof Refusal ? error.message : words.noAnswer
      // A toast would cover the bar of the restored selection.
      if (isLeft.current) notify.failure(change.failed, why)
      else setFailure({ title: change.failed, why })
      change.restore()
    }
    latest.current = undefined
    setWaiting(undefined)
  }, [])

  function undo() {
    waiting?.restore()
    setWaiting(undefined)
  }

  useEffect(() => {
    if (!isWaiting) return
    const tick = () => setWaiting(before => before && { ...before, secondsLeft: before.secondsLeft - 1 })
    const timer = window.setInterval(tick, 1000)
    const sendIfHidden = () => document.visibilityState === 'hidden' && void send()
    const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('visibilitychange', sendIfHidden)
    window.addEventListener('beforeunload', askBeforeClosing)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', sendIfHidden)
      window.removeEventListener('beforeunload', askBeforeClosing)
    }
  }, [isWaiting, send])
  const isOver = isWaiting && waiting.secondsLeft <= 0
  useEffect(() => {
    if (isOver) void send()
  }, [isOver, send])
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      void send()
    }
  }, [send])

  return {
    isBusy: waiting !== undefined,
    start: (change: Change) => setWaiting({ ...change, secondsLeft: UNDO_SECONDS, isSending: false }),
    notice: (
      <>
        <AlertBox onClose={() => setFailure(undefined)} title={failure?.title}>
          {failure?.why}
        </AlertBox>
        {waiting && (
          <section
            aria-label={waiting.announcement}
            className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-3 border-border border-t bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-overlay md:inset-x-auto md:start-1/2 md:bottom-6 md:w-max md:max-w-[90vw] md:translate-x-1/2 md:rounded-xl md:border md:px-5 print:hidden"
          >
            {waiting.isSending ? (
              <p className="flex items-center gap-3 font-medium text-sm" role="status">
                <Spinner />
                {words.working}
              </p>
            ) : (
              <>
                <p className="grow font-medium text-sm">
                  {words.waiting(waiting.announcement, formatCountedNoun(Math.max(1, waiting.secondsLeft), words.secondWord))}
                </p>
                <Button onPress={undo} size="sm" variant="outline">
                  {words.undo}
                </Button>
                <Button onPress={() => void send()} size="sm" variant="ghost">
                  {words.now}
                </Button>
              </>
            )}
          </section>
        )}
      </>
    ),
  }
}
