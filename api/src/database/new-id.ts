import { randomBytes } from 'node:crypto'
import { ID_BYTES, idFrom } from '@hudur/core'

/** An id nobody can guess. */
export const newId = () => idFrom(randomBytes(ID_BYTES))
