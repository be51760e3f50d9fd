import { randomBytes } from 'node:crypto'
import { ID_BYTES, idFrom } from '@hudur/core'

/** Returns a new random id that cannot be guessed. */
export const newId = () => idFrom(randomBytes(ID_BYTES))
