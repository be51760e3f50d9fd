/** Screens show a note beside an admission whose device had a larger clock offset (ms) than this. */
const CLOCK_FAR_OFF_THRESHOLD_MS = 2 * 60_000

/** Returns whether a device's clock differs from the server's by more than two minutes. `offset` is in ms; null where it is unknown. */
export const isClockFarOff = (offset: number | null) => offset !== null && Math.abs(offset) > CLOCK_FAR_OFF_THRESHOLD_MS
