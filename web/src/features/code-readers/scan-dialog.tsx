import { CameraOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CameraChoice } from '../../device/camera.ts'
import { text } from '../../text/ar.ts'
import { RepeatIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CameraControls } from './camera-controls.tsx'
import { ContinuousScanningSwitch } from './continuous-scanning.tsx'
import { CornerFrames } from './corner-frames.tsx'
import { type CameraState, useCodeReader } from './use-code-reader.ts'

const words = text.scanner.dialog

/** CSS classes for the camera image. In continuous scanning its place and height are fixed, and verdicts have an area of their own. */
const FRAME_CLASSES = { once: 'aspect-[3/4] max-h-[46dvh] sm:aspect-[4/3]', continuous: 'h-(--picture) short:h-[calc(100dvh-12rem)]' }

/** The height of the camera image in continuous scanning. With large text it shrinks in favour of the verdict. */
const IMAGE_HEIGHT_CLASS = '[--picture:clamp(30dvh,100dvh-24rem,38dvh)]'

/** The height reserved for verdicts: that of the dialog without image, title and buttons. A verdict then moves nothing. */
const RESULT_HEIGHT_CLASS = 'min-h-[calc(100dvh-var(--picture)-12.6rem)] short:row-span-2 short:min-h-0'

type CameraReaderProps = {
  /** Called with the text of a code. Without `isContinuous` the camera was switched off before the call. */
  onRead: (code: string) => void
  isContinuous: boolean
  onContinuousChange: (isContinuous: boolean) => void
  camera: CameraChoice | undefined
  onCameraChange: (choice: CameraChoice) => void
  /** The number of arrivals and the result of the last scan, both shown in continuous scanning only. */
  count: ReactNode
  result: ReactNode
}

export type ScanDialogProps = CameraReaderProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

export function ScanDialog({ isOpen, onOpenChange, ...props }: ScanDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={words.title}>
      <CameraReader {...props} />
    </Dialog>
  )
}

// This is a separate component, so that the camera is on only while the dialog is open.
function CameraReader({ onRead, isContinuous, onContinuousChange, camera, onCameraChange, count, result }: CameraReaderProps) {
  const { video, reading, restart, stopAutoZoom } = useCodeReader({ choice: camera, isContinuous, onText: onRead })
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${IMAGE_HEIGHT_CLASS} ${isContinuous ? 'short:grid-cols-2 short:items-start' : ''}`}
    >
      <div
        className={`relative w-full overflow-hidden rounded-xl bg-black text-white ${isContinuous ? FRAME_CLASSES.continuous : FRAME_CLASSES.once}`}
      >
        <video aria-label={words.picture} className="size-full object-cover" muted playsInline ref={video} />
        {reading.is !== 'stopped' && (
          <CornerFrames className="absolute inset-x-0 top-[3rem] mx-auto aspect-square h-[calc(100%-3.75rem)] max-w-full text-grove-gold" />
        )}
        <CameraStateText reading={reading} />
      </div>
      {isContinuous && (
        <div className={`grid grid-cols-[minmax(0,1fr)] content-start gap-2 ${RESULT_HEIGHT_CLASS}`}>
          {count}
          <div aria-live="assertive" role="status">
            {result}
          </div>
          {!result && <p className="text-muted text-sm">{words.instructions}</p>}
        </div>
      )}
      <div className="grid gap-3">
        {reading.is === 'scanning' && (
          <CameraControls camera={reading.camera} key={reading.camera.id} onCameraChange={onCameraChange} onZoom={stopAutoZoom} />
        )}
        {!isContinuous && <p className="text-muted text-sm">{words.instructions}</p>}
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3">
          <ContinuousScanningSwitch isContinuous={isContinuous} onChange={onContinuousChange} />
          <Button className="grow px-3!" onPress={restart} variant={reading.is === 'stopped' ? 'primary' : 'outline'}>
            {!isContinuous && <RepeatIcon aria-hidden="true" className="size-5" strokeWidth={1.7} />}
            {words.rescan}
          </Button>
        </div>
      </div>
    </div>
  )
}

function CameraStateText({ reading }: { reading: CameraState }) {
  return (
    <div className="absolute inset-0 flex flex-col items-center p-3 text-center" role="status">
      {reading.is === 'stopped' ? (
        <div className="m-auto grid max-w-72 justify-items-center gap-3">
          <CameraOff aria-hidden="true" className="size-10" strokeWidth={1.5} />
          <p className="text-base">{words.problems[reading.problem]}</p>
        </div>
      ) : (
        <p className="rounded-lg bg-black/70 px-3 py-0.5 text-sm">{words[reading.is]}</p>
      )}
    </div>
  )
}
