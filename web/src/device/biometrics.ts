export type BiometricSupport = 'supported' | 'unsupported' | 'no-browser-support' | 'failed'

/** Whether this device can recognise whoever holds it, by fingerprint or face. Nothing is asked of them. */
export async function biometricSupport(): Promise<BiometricSupport> {
  const isAvailable = globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable
  if (typeof isAvailable !== 'function') return 'no-browser-support'
  try {
    return (await isAvailable.call(globalThis.PublicKeyCredential)) ? 'supported' : 'unsupported'
  } catch {
    return 'failed'
  }
}
