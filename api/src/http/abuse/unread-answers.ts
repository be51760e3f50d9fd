import { pipeline, type Readable, Transform } from 'node:stream'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const MEGABYTE = 1024 ** 2

/** The maximum number of bytes that unread answers keep in memory: those of all clients, and those of one IP address. */
export type UnreadLimits = { max: number; maxOfAddress: number }

/** The list of a large event has 600 KB for each phone at a venue, of which the operating system buffers the greater part. */
const UNREAD_LIMITS: UnreadLimits = { max: 64 * MEGABYTE, maxOfAddress: 32 * MEGABYTE }

/** How many bytes each unread answer counts besides its own ones. This limits the number of answers, whose connections need memory too. */
const BYTES_OF_CONNECTION = 64 * 1024

/** Smaller answers (bytes) are not counted: the operating system buffers them. */
const MIN_COUNTED_BYTES = 16 * 1024

/** How many bytes of an answer are produced before its client reads them. A produced answer no longer keeps its rows in memory. */
const MAX_READ_AHEAD_BYTES = 8 * MEGABYTE

type Memory = Pick<ArrayBufferLike, 'byteLength'>

/** Counts bytes. Memory that is added several times counts once. */
function createByteCount() {
  const uses = new Map<Memory, number>()
  let bytes = 0
  return {
    bytes: () => bytes,
    change(memory: Memory, by: 1 | -1) {
      const before = uses.get(memory) ?? 0
      if (before === 0) bytes += memory.byteLength
      uses.set(memory, before + by)
      if (before + by > 0) return
      uses.delete(memory)
      bytes -= memory.byteLength
    },
  }
}

/**
 * Limits the memory of answers that clients do not read. Beyond a limit it closes the answer of which nothing was produced or read for the
 * longest time: of the IP address itself beyond `maxOfAddress`, and of the address with the most bytes beyond `max`.
 */
export function limitUnreadAnswers({ max, maxOfAddress }: UnreadLimits) {
  const all = createByteCount()
  /** For each IP address its bytes, and the functions that close its answers, in the order of their last progress. */
  const addresses = new Map<string, { count: ReturnType<typeof createByteCount>; closings: Set<() => void> }>()

  const closeOldest = ({ closings }: { closings: Set<() => void> }) => closings.values().next().value?.()
  const largest = () => [...addresses.values()].reduce((one, other) => (other.count.bytes() > one.count.bytes() ? other : one))

  return {
    /** Returns how many bytes all unread answers keep in memory. */
    bytes: all.bytes,

    /** Begins to count an answer. `close` closes it, and is called at most once. */
    begin(address: string, close: () => void) {
      const own = addresses.get(address) ?? { count: createByteCount(), closings: new Set() }
      addresses.set(address, own)
      const parts: Memory[] = []
      const change = (part: Memory, by: 1 | -1) => {
        for (const count of [all, own.count]) count.change(part, by)
      }
      const closing = () => {
        answer.end()
        close()
      }
      const answer = {
        /** Counts a part of the answer, which has just been produced. */
        hold(part: Memory) {
          if (!own.closings.has(closing)) return
          answer.touch()
          parts.push(part)
          change(part, 1)
          while (own.count.bytes() > maxOfAddress) closeOldest(own)
          while (all.bytes() > max) closeOldest(largest())
        },
        /** Records that the client has read something. */
        touch: () => void (own.closings.delete(closing) && own.closings.add(closing)),
        end() {
          if (!own.closings.delete(closing)) return
          for (const part of parts) change(part, -1)
          if (own.closings.size === 0) addresses.delete(address)
        },
      }
      own.closings.add(closing)
      answer.hold({ byteLength: BYTES_OF_CONNECTION })
      return answer
    },
  }
}

type Payload = string | Uint8Array | Readable | null | undefined

/** Counts the answers of all routes that are added later, and produces JSON before it is read. Returns the number of bytes in memory. */
export function boundUnreadAnswers(app: FastifyInstance, given: Partial<UnreadLimits> = {}): () => number {
  const unread = limitUnreadAnswers({ ...UNREAD_LIMITS, ...given })

  async function countAnswer(request: FastifyRequest, reply: FastifyReply, sent: unknown) {
    const payload = sent as Payload
    const isStream = typeof payload === 'object' && payload !== null && 'pipe' in payload
    // A file is read from the disk as its client reads it, so it needs no memory.
    const isCounted = isStream
      ? String(reply.getHeader('content-type')).startsWith('application/json')
      : payload && payload.length >= MIN_COUNTED_BYTES
    if (!isCounted || reply.raw.destroyed) return payload
    const answer = unread.begin(normalizeIP(request.ip), () => reply.raw.destroy())
    reply.raw.on('drain', answer.touch).once('close', answer.end)
    if (isStream) {
      const produced = new Transform({
        readableHighWaterMark: MAX_READ_AHEAD_BYTES,
        transform(chunk: Buffer, _encoding, done) {
          answer.hold(chunk.buffer)
          done(null, chunk)
        },
      })
      // Fastify handles the errors: it logs them, and closes the connection.
      return pipeline(payload, produced, () => {})
    }
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload!
    answer.hold(bytes.buffer)
    return bytes
  }
  app.addHook('onRoute', route => {
    route.onSend = [route.onSend ?? [], countAnswer].flat()
  })
  return unread.bytes
}
