/** Returns a new idempotency key: 128 random bits in hexadecimal. Pages without https have no `randomUUID`. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** Returns a new idempotency key as the field of a request. */
export const newNonce = () => ({ nonce: newIdempotencyKey() })
