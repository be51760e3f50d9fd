import { createJsonStorage } from './json-storage.ts'

const STORAGE_KEY = 'camera'

const storage = createJsonStorage('localStorage')

/** The id of the camera that the user has chosen on this device. The browser gives each origin ids of its own. */
export const chosenCamera = {
  read(): string | undefined {
    const id = storage.read(STORAGE_KEY)
    return typeof id === 'string' ? id : undefined
  },
  write: (id: string) => void storage.write(STORAGE_KEY, id),
}
