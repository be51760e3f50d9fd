import { randomBytes } from 'node:crypto'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'

/** Returns a new random id that cannot be guessed. */
export const newId = () => idFromBytes(randomBytes(ID_BYTES))
