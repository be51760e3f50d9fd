import { ID_BYTES, idFromBytes } from '@hudur/core/id'

/** Returns a new random id. */
export const newId = () => idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
