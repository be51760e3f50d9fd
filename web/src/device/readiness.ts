/** What this browser lets a door do without a server. */
export type Readiness = {
  /** The product opens without a server. */
  opensAlone: boolean
  /** `unsure`: the browser may empty its storage when the disk is full. */
  storage: 'kept' | 'unsure'
  camera: 'allowed' | 'denied' | 'not-asked'
  /** On an iPhone only what stands on the home screen is kept for long. */
  homeScreen: 'there' | 'missing' | 'not-needed'
}

/** Asks the browser not to empty its storage; true when it promised. */
async function keepStorage() {
  if (!navigator.storage?.persist) return false
  return (await navigator.storage.persisted()) || (await navigator.storage.persist())
}

async function cameraPermission(): Promise<Readiness['camera']> {
  if (!('mediaDevices' in navigator)) return 'denied'
  // Not every browser names this permission.
  const status = await navigator.permissions?.query({ name: 'camera' as PermissionName }).catch(() => undefined)
  if (status?.state === 'granted') return 'allowed'
  return status?.state === 'denied' ? 'denied' : 'not-asked'
}

function homeScreen(): Readiness['homeScreen'] {
  // Only browsers of an iPhone know the word.
  if (!('standalone' in navigator)) return 'not-needed'
  return navigator.standalone ? 'there' : 'missing'
}

/** Looks at what this browser can do, and asks it to keep what is stored. */
export async function readReadiness(): Promise<Readiness> {
  const [registration, isKept, camera] = await Promise.all([
    navigator.serviceWorker?.getRegistration().catch(() => undefined),
    keepStorage().catch(() => false),
    cameraPermission(),
  ])
  return { opensAlone: Boolean(registration?.active), storage: isKept ? 'kept' : 'unsure', camera, homeScreen: homeScreen() }
}
