import { hash } from 'node:crypto'

/** Returns the hash under which a token with 256 random bits is stored. */
export const hashToken = (token: string) => hash('sha256', token, 'base64url')
