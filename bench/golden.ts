import { runMeasurement } from './measurement.ts'

/** Compares ten guest names on three kinds of cards with their reviewed images. */
export const bench = async () => runMeasurement('golden')
