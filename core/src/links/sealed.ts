import { DoorGuest } from './contract.ts'

/** The context of the keys of sealed guests (HKDF `info`), so that a key derived from a code for another purpose differs. */
export const SEAL_CONTEXT = 'hudur sealed guest'

/** The lengths (bytes) of the random nonce in front of a sealed text, and of the key. AES-GCM appends its tag of 16 bytes. */
export const SEAL_NONCE_BYTES = 12
export const SEAL_KEY_BYTES = 32

const encodeUtf8 = (text: string) => new TextEncoder().encode(text)

/** Returns the door id of a code or id, its SHA-256 (hex). Needs `crypto.subtle`, which pages without https do not have. */
export async function doorIdOf(code: string) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encodeUtf8(code)))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Decrypts the fields of a guest with the code of the invitation. `sealed` is base64 of the nonce, the text encrypted by AES-256-GCM and
 * the tag; the key is HKDF-SHA-256 of the code. Throws when the code is of another invitation or the text was changed.
 */
export async function openSealedGuest(code: string, sealed: string): Promise<DoorGuest> {
  const bytes = Uint8Array.from(atob(sealed), character => character.charCodeAt(0))
  const material = await crypto.subtle.importKey('raw', encodeUtf8(code), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encodeUtf8(SEAL_CONTEXT) }
  const key = await crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: SEAL_KEY_BYTES * 8 }, false, ['decrypt'])
  const iv = bytes.subarray(0, SEAL_NONCE_BYTES)
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(SEAL_NONCE_BYTES))
  return DoorGuest.parse(JSON.parse(new TextDecoder().decode(text)))
}
