import { runMeasurement } from './measurement.ts'

/**
 * Measures how many of 400 degraded camera frames the application's code reader reads, for QR codes with all data of the guest and for
 * codes with only the id.
 */
export const bench = async () => runMeasurement('reading')
