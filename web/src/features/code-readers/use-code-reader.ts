import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Camera, type CameraChoice, CameraError, type CameraProblem, openCamera } from '../../device/camera.ts'
import { nextZoom } from '../../device/camera-abilities.ts'
import { watchForCodes } from '../../device/qr.ts'
import { keepScreenAwake } from '../../device/wake-lock.ts'

export type CameraState = { is: 'starting' } | { is: 'scanning'; camera: Camera } | { is: 'stopped'; problem: CameraProblem }

const RESTART_DELAY_MS = 500

/** If no code is read for this time (ms), the code is probably too far away, and the camera zooms in. */
const ZOOM_IN_AFTER_MS = 1_500

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Zooms in step by step while no code is read; the smallest zoom follows the largest. The caller calls `noteRead` for every code. */
function zoomUntilRead({ zoom }: Camera, signal: AbortSignal) {
  let readAt = performance.now()
  const timer = setInterval(() => {
    if (!zoom || performance.now() - readAt < ZOOM_IN_AFTER_MS) return
    readAt = performance.now()
    zoom.set(nextZoom(zoom)).catch(stopZooming)
  }, ZOOM_IN_AFTER_MS / 5)
  const stopZooming = () => clearInterval(timer)
  signal.addEventListener('abort', stopZooming, { once: true })
  function noteRead() {
    readAt = performance.now()
  }
  return { noteRead, stop: stopZooming }
}

type CodeReaderOptions = {
  choice: CameraChoice | undefined
  isContinuous: boolean
  onText: (text: string) => void
}

/** Reads codes with the camera. Without `isContinuous` the camera is switched off after the first code. */
export function useCodeReader({ choice, isContinuous, onText }: CodeReaderOptions) {
  const video = useRef<HTMLVideoElement>(null)
  const autoZoom = useRef<ReturnType<typeof zoomUntilRead>>(undefined)
  const hasStarted = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const [reading, setReading] = useState<CameraState>({ is: 'starting' })

  const handleText = useEffectEvent((code: string, cameraUse: AbortController) => {
    autoZoom.current?.noteRead()
    if (!isContinuous) cameraUse.abort()
    onText(code)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt starts the camera again
  useEffect(() => {
    const cameraUse = new AbortController()
    const { signal } = cameraUse

    function stopReading(cause: unknown) {
      if (signal.aborted) return
      cameraUse.abort()
      setReading({ is: 'stopped', problem: cause instanceof CameraError ? cause.problem : 'failed' })
    }

    async function showCamera(element: HTMLVideoElement) {
      const camera = await openCamera(element, { choice, signal, onLost: stopReading })
      if (signal.aborted) return
      autoZoom.current = zoomUntilRead(camera, signal)
      setReading({ is: 'scanning', camera })
    }

    async function startReading(element: HTMLVideoElement) {
      setReading({ is: 'starting' })
      if (hasStarted.current) await wait(RESTART_DELAY_MS)
      hasStarted.current = true
      if (signal.aborted) return
      await Promise.all([showCamera(element), watchForCodes(element, code => handleText(code, cameraUse), { signal })])
    }

    keepScreenAwake({ signal })
    if (video.current) startReading(video.current).catch(stopReading)
    return () => cameraUse.abort()
  }, [attempt, choice])

  return {
    video,
    reading,
    restart: () => setAttempt(attempt + 1),
    /** Called when the user changes the zoom by hand. */
    stopAutoZoom: () => autoZoom.current?.stop(),
  }
}
