const FORM = /^[0-9a-f]{64}$/

/** Returns whether a text is the name of an invitation at a door: the SHA-256 of its code as 64 hexadecimal digits. */
export const isDoorId = (text: string) => FORM.test(text)
