import { createSocket, type Socket } from 'node:dgram'
import { afterEach, expect, test } from 'vitest'
import { checkClock, clockOffset } from './clock.ts'

const HOST = '127.0.0.1'
/** The start of 1970 in the seconds of NTP, which count from 1900. */
const UNIX_EPOCH_NTP_S = 2_208_988_800

let server: Socket
afterEach(() => server.close())

/** Starts a time server whose clock is `ahead` ms ahead of this machine's. It sends `size` bytes. Returns its port. */
async function startTimeServer(ahead: number, size = 48) {
  server = createSocket('udp4')
  server.on('message', (_packet, { port, address }) => {
    const answer = Buffer.alloc(48)
    const now = Date.now() + ahead
    for (const offset of [32, 40]) {
      answer.writeUInt32BE(Math.floor(now / 1_000) + UNIX_EPOCH_NTP_S, offset)
      answer.writeUInt32BE(Math.floor(((now % 1_000) / 1_000) * 2 ** 32), offset + 4)
    }
    server.send(answer.subarray(0, size), port, address)
  })
  await new Promise<void>(resolve => server.bind(0, HOST, resolve))
  return server.address().port
}

test('clockOffset returns how far the clock is ahead of an NTP server', async () => {
  const offset = await clockOffset(HOST, await startTimeServer(-90_000))
  expect(offset).toBeGreaterThan(89_000)
  expect(offset).toBeLessThan(91_000)
})

test.each([
  [0, 'fine', 'The clock differs by 0.0 s from 127.0.0.1.'],
  [5_000, 'warning', 'The clock differs by 5.0 s from 127.0.0.1.'],
  [-3_600_000, 'fault', 'The clock differs by 3600.0 s from 127.0.0.1.'],
])('checkClock reports a clock difference of %i ms as %s', async (ahead, level, sentence) => {
  const [finding] = await checkClock(HOST, await startTimeServer(ahead))
  expect(finding).toMatchObject({ level, part: 'clock' })
  // A busy machine may answer some hundredths of a second later.
  const secondsIn = (text: string | undefined) => Number(/([\d.]+) s/.exec(text ?? '')?.[1])
  expect(Math.abs(secondsIn(finding?.says) - secondsIn(sentence))).toBeLessThan(1)
})

test('checkClock reports a short answer of the NTP server as a warning', async () => {
  expect(await checkClock(HOST, await startTimeServer(0, 12))).toEqual([
    { level: 'warning', part: 'clock', says: 'Not compared, because 127.0.0.1 does not answer: the answer is too short.' },
  ])
})
