/** What this browser provides for scanning while the server is unreachable. */
export type OfflineReadiness = {
  opensOffline: boolean
  /** `kept`: the browser has agreed not to delete the storage. `unsure`: it may delete the storage when the disk is full. */
  storage: 'kept' | 'unsure'
  camera: 'allowed' | 'denied' | 'not-asked'
  /** Whether the app was opened from the home screen. iPhones soon delete the data of pages that were not. */
  homeScreen: 'there' | 'missing' | 'not-needed'
}

/** Asks the browser not to delete the storage. Returns whether the browser agreed. */
async function requestPersistentStorage() {
  if (!navigator.storage?.persist) return false
  return (await navigator.storage.persisted()) || (await navigator.storage.persist())
}

async function readCameraPermission(): Promise<OfflineReadiness['camera']> {
  if (!('mediaDevices' in navigator)) return 'denied'
  // Browsers that do not support the permission name `camera` reject the query.
  const status = await navigator.permissions?.query({ name: 'camera' as PermissionName }).catch(() => undefined)
  if (status?.state === 'granted') return 'allowed'
  return status?.state === 'denied' ? 'denied' : 'not-asked'
}

function readHomeScreenState(): OfflineReadiness['homeScreen'] {
  // Only browsers on iPhones have the property `standalone`.
  if (!('standalone' in navigator)) return 'not-needed'
  return navigator.standalone ? 'there' : 'missing'
}

/** Reads what this browser provides for offline scanning, and asks it not to delete the storage. */
export async function readReadiness(): Promise<OfflineReadiness> {
  const [registration, isKept, camera] = await Promise.all([
    navigator.serviceWorker?.getRegistration().catch(() => undefined),
    requestPersistentStorage().catch(() => false),
    readCameraPermission(),
  ])
  return { opensOffline: Boolean(registration?.active), storage: isKept ? 'kept' : 'unsure', camera, homeScreen: readHomeScreenState() }
}
