/** What this browser provides for scanning without a server. */
export type Readiness = {
  /** Whether the product opens without a server. */
  opensAlone: boolean
  /** `unsure`: the browser may empty its storage when the disk is full. */
  storage: 'kept' | 'unsure'
  camera: 'allowed' | 'denied' | 'not-asked'
  /** Whether the product was opened from the home screen: iPhones keep the data of other pages for a short time only. */
  homeScreen: 'there' | 'missing' | 'not-needed'
}

/** Asks the browser not to delete the storage. Returns whether it agreed. */
async function keepStorage() {
  if (!navigator.storage?.persist) return false
  return (await navigator.storage.persisted()) || (await navigator.storage.persist())
}

async function cameraPermission(): Promise<Readiness['camera']> {
  if (!('mediaDevices' in navigator)) return 'denied'
  // Some browsers do not know the permission `camera` and reject.
  const status = await navigator.permissions?.query({ name: 'camera' as PermissionName }).catch(() => undefined)
  if (status?.state === 'granted') return 'allowed'
  return status?.state === 'denied' ? 'denied' : 'not-asked'
}

function homeScreen(): Readiness['homeScreen'] {
  // Only browsers of iPhones have the property `standalone`.
  if (!('standalone' in navigator)) return 'not-needed'
  return navigator.standalone ? 'there' : 'missing'
}

/** Reads the readiness of this browser, and asks it not to delete the storage. */
export async function readReadiness(): Promise<Readiness> {
  const [registration, isKept, camera] = await Promise.all([
    navigator.serviceWorker?.getRegistration().catch(() => undefined),
    keepStorage().catch(() => false),
    cameraPermission(),
  ])
  return { opensAlone: Boolean(registration?.active), storage: isKept ? 'kept' : 'unsure', camera, homeScreen: homeScreen() }
}
