import { Flashlight, SwitchCamera, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import type { Camera } from '../../device/camera.ts'
import { farther, nearer } from '../../device/camera-abilities.ts'
import { text } from '../../text/ar.ts'
import { Button, IconButton } from '../../ui/button.tsx'

const words = text.scanner.dialog
const icon = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.7 } as const

type CameraControlsProps = {
  camera: Camera
  onCameraChange: (id: string) => void
  /** Told when a hand takes over how near the camera looks. */
  onZoom: () => void
}

/** What this camera can do; nothing stands there that it cannot. */
export function CameraControls({ camera: { torch, zoom, nextId }, onCameraChange, onZoom }: CameraControlsProps) {
  const [isLit, setLit] = useState(false)
  if (!torch && !zoom && nextId === undefined) return null

  // A camera that refuses stays as it is, and so does the button.
  const light = () =>
    torch?.(!isLit).then(
      () => setLit(!isLit),
      () => undefined,
    )
  const zoomTo = (value: number | undefined) => {
    onZoom()
    if (value !== undefined) zoom?.set(value).catch(() => undefined)
  }

  return (
    <div className="flex flex-wrap justify-center gap-2">
      {torch && (
        <Button aria-pressed={isLit} onPress={() => void light()} variant={isLit ? 'secondary' : 'outline'}>
          <Flashlight {...icon} />
          {words.torch}
        </Button>
      )}
      {nextId !== undefined && (
        <Button onPress={() => onCameraChange(nextId)} variant="outline">
          <SwitchCamera {...icon} />
          {words.otherCamera}
        </Button>
      )}
      {zoom && (
        <>
          <IconButton label={words.farther} onPress={() => zoomTo(farther(zoom))} variant="outline">
            <ZoomOut {...icon} />
          </IconButton>
          <IconButton label={words.nearer} onPress={() => zoomTo(nearer(zoom))} variant="outline">
            <ZoomIn {...icon} />
          </IconButton>
        </>
      )}
    </div>
  )
}
