export type BiometricSupport = 'supported' | 'unsupported' | 'no-browser-support' | 'failed'

/** Returns whether this device can recognise its user by fingerprint or face. The user sees no prompt. */
export async function detectBiometricSupport(): Promise<BiometricSupport> {
  const isAvailable = globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable
  if (typeof isAvailable !== 'function') return 'no-browser-support'
  try {
    return (await isAvailable.call(globalThis.PublicKeyCredential)) ? 'supported' : 'unsupported'
  } catch {
    return 'failed'
  }
}
