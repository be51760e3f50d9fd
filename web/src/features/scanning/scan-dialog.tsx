import { CameraOff, RotateCcw } from 'lucide-react'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CornerFrames } from './corner-frames.tsx'
import { type Reading, useCodeReader } from './use-code-reader.ts'

const words = text.scanner.dialog

type ScanDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Given the text of the code; the camera is off by then. */
  onRead: (code: string) => void
}

/** Reads one QR code with the camera. */
export function ScanDialog({ isOpen, onOpenChange, onRead }: ScanDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={words.title}>
      <CameraReader onRead={onRead} />
    </Dialog>
  )
}

// A component of its own: it lives as long as the window is open, and the camera as long as it.
function CameraReader({ onRead }: Pick<ScanDialogProps, 'onRead'>) {
  const { video, reading, restart } = useCodeReader(onRead)
  return (
    <>
      <div className="relative aspect-[3/4] max-h-[52dvh] w-full overflow-hidden rounded-xl bg-black text-white sm:aspect-[4/3]">
        <video aria-label={words.picture} className="size-full object-cover" muted playsInline ref={video} />
        {reading.is !== 'stopped' && <CornerFrames className="absolute inset-0 m-auto aspect-square w-[64%] max-w-72 text-grove-gold" />}
        <ReadingState reading={reading} />
      </div>
      <p className="mt-4 text-muted text-sm">{words.instructions}</p>
      <Button className="mt-4" fullWidth onPress={restart} size="lg" variant={reading.is === 'stopped' ? 'primary' : 'outline'}>
        <RotateCcw aria-hidden="true" className="flip-rtl size-5" strokeWidth={1.7} />
        {words.rescan}
      </Button>
    </>
  )
}

/** What the camera is doing, on the picture; when it cannot, in its place. */
function ReadingState({ reading }: { reading: Reading }) {
  return (
    <div className="absolute inset-0 flex flex-col items-center p-3 text-center" role="status">
      {reading.is === 'stopped' ? (
        <div className="m-auto grid max-w-72 justify-items-center gap-4">
          <CameraOff aria-hidden="true" className="size-12" strokeWidth={1.5} />
          <p className="text-base">{words.problems[reading.problem]}</p>
        </div>
      ) : (
        <p className="rounded-lg bg-black/70 px-3 py-0.5 text-sm">{words[reading.is]}</p>
      )}
    </div>
  )
}
