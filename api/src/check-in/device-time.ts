import { MAX_INTEGER } from '@hudur/core/inputs'
import type { Tables } from '../database/schema.ts'

type DeviceTimeColumns = Pick<Tables['scans'], 'scanned_at' | 'clock_offset'>

/** The largest distance of a `Date` from 1970, in milliseconds. */
const MAX_DATE_MS = 8.64e15

/**
 * Returns the time and the clock offset (ms) of a device as they are stored. An offset that is too large for its column, as of a device
 * whose date was reset, is reduced to `MAX_INTEGER`, almost 25 days. The rest of it is added to the time, so that the sum, which is the
 * time by the server's clock, stays the same. A time that would be no valid date is not changed.
 */
export function toDeviceTimeColumns({ scanned_at, clock_offset }: DeviceTimeColumns): DeviceTimeColumns {
  if (clock_offset === null || Math.abs(clock_offset) <= MAX_INTEGER) return { scanned_at, clock_offset }
  const storedOffset = Math.sign(clock_offset) * MAX_INTEGER
  const shifted = scanned_at === null ? Number.NaN : Date.parse(scanned_at) + clock_offset - storedOffset
  const isDate = Math.abs(shifted) <= MAX_DATE_MS
  return { scanned_at: isDate ? new Date(shifted).toISOString() : scanned_at, clock_offset: storedOffset }
}
