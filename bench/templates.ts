import { runMeasurement } from './measurement.ts'

/** Measures how many recompressed copies of cards on each template can be read by two other decoders. */
export const bench = async () => runMeasurement('templates')
