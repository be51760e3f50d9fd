import { createSocket } from 'node:dgram'
import { fault, fine, reasonOf, warning } from './finding.ts'

/** A time server that most networks can reach. */
const TIME_SERVER = 'pool.ntp.org'

const NTP_PORT = 123
const TIMEOUT_MS = 4_000
/** The seconds from 1900, where the time of NTP begins, to 1970 (RFC 5905, figure 4). */
const NTP_TO_UNIX_S = 2_208_988_800

/** The clock offset (ms) above which a warning is given: arrival times from two devices may then be in the wrong order. */
const WARNING_OFFSET_MS = 2_000
/** The clock offset (ms) above which a fault is reported: sign-ins and certificates then fail. */
const FAULT_OFFSET_MS = 60_000

/** Returns the time (ms since 1970) in the eight bytes of an NTP timestamp. */
const ntpTimeAt = (packet: Buffer, offset: number) =>
  (packet.readUInt32BE(offset) - NTP_TO_UNIX_S + packet.readUInt32BE(offset + 4) / 2 ** 32) * 1_000

/** Asks a time server (SNTP, RFC 4330) and returns how far (ms) this machine's clock is ahead. Rejects without an answer in 4 s. */
export function clockOffset(host: string, port = NTP_PORT): Promise<number> {
  const socket = createSocket('udp4')
  // Version 4, mode 3: a client.
  const request = Buffer.alloc(48)
  request[0] = 0x23
  let timer: NodeJS.Timeout | undefined
  return new Promise<number>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${TIMEOUT_MS / 1_000} s`)), TIMEOUT_MS)
    const sentAt = Date.now()
    socket.once('error', reject)
    socket.once('message', packet => {
      const receivedAt = Date.now()
      if (packet.length < 48) return reject(new Error('the answer is too short'))
      const serverAhead = (ntpTimeAt(packet, 32) - sentAt + (ntpTimeAt(packet, 40) - receivedAt)) / 2
      resolve(-serverAhead)
    })
    socket.send(request, port, host, error => error && reject(error))
  }).finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}

/** Compares this machine's clock with a time server. */
export async function checkClock(host = TIME_SERVER, port?: number) {
  try {
    const offset = await clockOffset(host, port)
    const says = `The clock differs by ${(Math.abs(offset) / 1_000).toFixed(1)} s from ${host}.`
    if (Math.abs(offset) > FAULT_OFFSET_MS) return [fault('clock', `${says} Set it, and let it be set: timedatectl set-ntp true`)]
    return [Math.abs(offset) > WARNING_OFFSET_MS ? warning('clock', says) : fine('clock', says)]
  } catch (error) {
    return [warning('clock', `Not compared, because ${host} does not answer: ${reasonOf(error)}.`)]
  }
}
