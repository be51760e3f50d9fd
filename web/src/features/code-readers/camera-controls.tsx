import { Flashlight, SwitchCamera, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import type { Camera, CameraChoice } from '../../device/camera.ts'
import { fartherZoom, nearerZoom } from '../../device/camera-abilities.ts'
import { text } from '../../text/ar.ts'
import { Button, IconButton } from '../../ui/button.tsx'

const words = text.scanner.dialog
const iconProps = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.7 } as const

type CameraControlsProps = {
  camera: Camera
  onCameraChange: (choice: CameraChoice) => void
  onZoom: () => void
}

/** Shows buttons for the torch, the next camera and the zoom. A control that this camera does not support is left out. */
export function CameraControls({ camera: { torch, zoom, next }, onCameraChange, onZoom }: CameraControlsProps) {
  const [isLit, setLit] = useState(false)
  if (!torch && !zoom && next === undefined) return null

  // If the camera cannot switch the torch, the button keeps its state.
  const toggleTorch = () =>
    torch?.(!isLit).then(
      () => setLit(!isLit),
      () => undefined,
    )
  const zoomTo = (factor: number | undefined) => {
    onZoom()
    if (factor !== undefined) zoom?.set(factor).catch(() => undefined)
  }

  return (
    <div className="flex flex-wrap justify-center gap-2">
      {torch && (
        <Button aria-pressed={isLit} onPress={() => void toggleTorch()} variant={isLit ? 'secondary' : 'outline'}>
          <Flashlight {...iconProps} />
          {words.torch}
        </Button>
      )}
      {next !== undefined && (
        <Button onPress={() => onCameraChange(next)} variant="outline">
          <SwitchCamera {...iconProps} />
          {words.otherCamera}
        </Button>
      )}
      {zoom && (
        <>
          <IconButton label={words.farther} onPress={() => zoomTo(fartherZoom(zoom))} variant="outline">
            <ZoomOut {...iconProps} />
          </IconButton>
          <IconButton label={words.nearer} onPress={() => zoomTo(nearerZoom(zoom))} variant="outline">
            <ZoomIn {...iconProps} />
          </IconButton>
        </>
      )}
    </div>
  )
}
