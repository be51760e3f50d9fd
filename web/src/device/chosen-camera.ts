import type { CameraChoice } from './camera.ts'
import { createJsonStorage } from './json-storage.ts'

const STORAGE_KEY = 'camera'

const storage = createJsonStorage('localStorage')

/** The camera that the user has chosen on this device. */
export const chosenCamera = {
  read(): CameraChoice | undefined {
    const { id, label } = (storage.read(STORAGE_KEY) ?? {}) as Partial<CameraChoice>
    return typeof id === 'string' && typeof label === 'string' ? { id, label } : undefined
  },
  write: (choice: CameraChoice) => void storage.write(STORAGE_KEY, choice),
}
