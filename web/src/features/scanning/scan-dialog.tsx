import { CameraOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../../text/ar.ts'
import { Again } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CameraControls } from './camera-controls.tsx'
import { CornerFrames } from './corner-frames.tsx'
import { GoesOnSwitch } from './goes-on-switch.tsx'
import { type Reading, useCodeReader } from './use-code-reader.ts'

const words = text.scanner.dialog

type CameraReaderProps = {
  /** Given the text of a code. Unless the camera goes on, it is off by then. */
  onRead: (code: string) => void
  goesOn: boolean
  onGoesOnChange: (goesOn: boolean) => void
  cameraId: string | undefined
  onCameraChange: (id: string) => void
  /** What came of the last code, where the camera goes on. */
  result: ReactNode
}

type ScanDialogProps = CameraReaderProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; count: ReactNode }

/** Reads QR codes with the camera: one, or one guest after another. */
export function ScanDialog({ isOpen, onOpenChange, count, ...props }: ScanDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={words.title}>
      {props.goesOn && <div className="mb-2 flex justify-center">{count}</div>}
      <CameraReader {...props} />
    </Dialog>
  )
}

// A component of its own: it lives as long as the window is open, and the camera as long as it.
function CameraReader({ onRead, goesOn, onGoesOnChange, cameraId, onCameraChange, result }: CameraReaderProps) {
  const { video, reading, restart, holdZoom } = useCodeReader({ cameraId, goesOn, onText: onRead })
  const hasResult = goesOn && Boolean(result)
  const shape = hasResult ? 'aspect-[16/9] max-h-[24dvh]' : 'aspect-[3/4] max-h-[46dvh] sm:aspect-[4/3]'
  return (
    <>
      <div className={`relative w-full overflow-hidden rounded-xl bg-black text-white ${shape}`}>
        <video aria-label={words.picture} className="size-full object-cover" muted playsInline ref={video} />
        {reading.is !== 'stopped' && (
          <CornerFrames className="absolute inset-0 m-auto aspect-square h-[min(72%,18rem)] max-w-full text-grove-gold" />
        )}
        <ReadingState reading={reading} />
      </div>
      <div aria-live="assertive" className={hasResult ? 'mt-3' : ''} role="status">
        {goesOn && result}
      </div>
      {reading.is === 'scanning' && (
        <CameraControls camera={reading.camera} key={reading.camera.id} onCameraChange={onCameraChange} onZoom={holdZoom} />
      )}
      {!hasResult && <p className="mt-3 text-muted text-sm">{words.instructions}</p>}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <GoesOnSwitch goesOn={goesOn} onChange={onGoesOnChange} />
        <Button className="grow" onPress={restart} variant={reading.is === 'stopped' ? 'primary' : 'outline'}>
          <Again aria-hidden="true" className="size-5" strokeWidth={1.7} />
          {words.rescan}
        </Button>
      </div>
    </>
  )
}

/** What the camera is doing, on the picture; when it cannot, in its place. */
function ReadingState({ reading }: { reading: Reading }) {
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
