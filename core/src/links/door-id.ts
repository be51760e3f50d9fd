const SHA256_HEX = /^[0-9a-f]{64}$/

/** Returns whether a text is the id of an invitation on devices with the role `door`: a SHA-256 as 64 hexadecimal digits. */
export const isDoorId = (text: string) => SHA256_HEX.test(text)
