import { measure } from './measurement.ts'

/** Measures how many recompressed copies of cards on every template two other decoders read. */
export const bench = async () => measure('templates')
