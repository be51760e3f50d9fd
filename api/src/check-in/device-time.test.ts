import { MAX_INTEGER } from '@hudur/core/inputs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDeviceTimeColumns } from './repository.ts'

const DAY_MS = 86_400_000

test.each([
  [MAX_INTEGER, '2026-10-11T18:00:00.000Z'],
  [-MAX_INTEGER, '2026-10-11T18:00:00.000Z'],
  [null, '2026-10-11T18:00:00.000Z'],
  [40 * DAY_MS, null],
  [Number.MAX_SAFE_INTEGER, '2026-10-11T18:00:00.000Z'],
  [Number.MIN_SAFE_INTEGER, '0000-01-01T00:00:00.000Z'],
])('toDeviceTimeColumns with an offset of %s ms keeps the time %s', (clock_offset, scanned_at) => {
  const offset = clock_offset === null ? null : Math.sign(clock_offset) * MAX_INTEGER
  expect(toDeviceTimeColumns({ scanned_at, clock_offset })).toEqual({ scanned_at, clock_offset: offset })
})

test('toDeviceTimeColumns limits the offset to the range of its column', () => {
  const times = fc.date({ noInvalidDate: true, min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z') })
  const offsets = fc.integer({ min: -365_000 * DAY_MS, max: 365_000 * DAY_MS })
  fc.assert(
    fc.property(times, offsets, (time, offset) => {
      const stored = toDeviceTimeColumns({ scanned_at: time.toISOString(), clock_offset: offset })
      expect(Math.abs(stored.clock_offset!)).toBeLessThanOrEqual(MAX_INTEGER)
      expect(Date.parse(stored.scanned_at!) + stored.clock_offset!).toBe(time.getTime() + offset)
    }),
  )
})
