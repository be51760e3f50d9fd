import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CameraError, type CameraProblem, openCamera } from '../../device/camera.ts'
import { watchFrames } from '../../device/qr.ts'

/** What the camera is doing. */
export type Reading = { is: 'starting' } | { is: 'scanning' } | { is: 'stopped'; problem: CameraProblem }

/** A camera that has just been switched off needs a moment before it can be opened again, in milliseconds. */
const RESTART_AFTER = 500

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Reads one code with the camera into `onText`; then, and whenever the component goes away, the camera is off. */
export function useCodeReader(onText: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [reading, setReading] = useState<Reading>({ is: 'starting' })
  const handOver = useEffectEvent(onText)

  useEffect(() => {
    const use = new AbortController()
    const { signal } = use

    function stop(cause: unknown) {
      if (signal.aborted) return
      use.abort()
      setReading({ is: 'stopped', problem: cause instanceof CameraError ? cause.problem : 'failed' })
    }

    function found(code: string) {
      use.abort()
      handOver(code)
    }

    async function start(picture: HTMLVideoElement) {
      if (attempt > 0) await pause(RESTART_AFTER)
      if (signal.aborted) return
      const camera = openCamera(picture, { signal, onLost: stop }).then(() => setReading({ is: 'scanning' }))
      await Promise.all([camera, watchFrames(picture, found, { signal })])
    }

    if (video.current) start(video.current).catch(stop)
    return () => use.abort()
  }, [attempt])

  function restart() {
    setReading({ is: 'starting' })
    setAttempt(attempt + 1)
  }

  return { video, reading, restart }
}
