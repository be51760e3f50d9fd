import { useEffect, useEffectEvent, useState } from 'react'
import { text } from '../text/ar.ts'
import { formatCountedNoun } from '../text/format.ts'

const SECOND_MS = 1000

type RepeatCountdownProps = { waitMs: number; repeat: () => void }

/** Says when a refused call is repeated, and repeats it after `waitMs` and up to a second. */
export function RepeatCountdown({ waitMs, repeat }: RepeatCountdownProps) {
  // Many devices may have been refused at the same moment, so they do not all repeat at the same one.
  const [end] = useState(() => Date.now() + waitMs + Math.random() * SECOND_MS)
  const [remaining, setRemaining] = useState(() => end - Date.now())
  const repeatNow = useEffectEvent(repeat)
  useEffect(() => {
    const timer = setInterval(() => {
      setRemaining(end - Date.now())
      if (Date.now() < end) return
      clearInterval(timer)
      repeatNow()
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [end])
  const seconds = Math.max(1, Math.ceil(remaining / SECOND_MS))
  return (
    <p className="text-muted text-sm" role="timer">
      {seconds < 120
        ? text.repeatLater.after(formatCountedNoun(seconds, text.repeatLater.secondWord))
        : text.repeatLater.after(formatCountedNoun(Math.ceil(seconds / 60), text.repeatLater.minuteWord))}
    </p>
  )
}
