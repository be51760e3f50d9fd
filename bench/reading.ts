import { measure } from './measurement.ts'

/** Measures how many of 400 degraded frames the product's worker reads, with the full and with the short code. */
export const bench = async () => measure('reading')
