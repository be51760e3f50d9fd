import { pipeline, type Readable, Transform } from 'node:stream'
import { normalizeIP } from '@fastify/rate-limit'
import type { Actor } from '@hudur/core/actor'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { networksOf } from './networks.ts'

const MEGABYTE = 1024 ** 2

/**
 * The maximum number of bytes of unread answers in memory: `max` for all clients together, and `maxOfAddress` for one IP address, apart for
 * each account and link that uses it.
 */
export type UnreadLimits = { max: number; maxOfAddress: number }

/** The default limits. The list of a large event has 600 KB for each phone at a venue, most of which the operating system buffers. */
const UNREAD_LIMITS: UnreadLimits = { max: 64 * MEGABYTE, maxOfAddress: 32 * MEGABYTE }

/** How many bytes each unread answer counts in addition to its own, because its connection needs memory too. */
const BYTES_OF_CONNECTION = 64 * 1024

/** Smaller answers (bytes) are not counted: the operating system buffers them. */
const MIN_COUNTED_BYTES = 16 * 1024

/** How many bytes of an answer are produced before its client reads them. Rows that were produced as JSON need no memory any more. */
const MAX_READ_AHEAD_BYTES = 8 * MEGABYTE

type Memory = Pick<ArrayBufferLike, 'byteLength'>

/** Creates a count of bytes. Memory that is added several times counts once. */
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

/** The part of `max` beyond which answers to requests without a session are closed before others. */
const STRANGERS_SHARE = 1 / 2

/**
 * The names of the group of an answer and of the groups inside it, the widest first. The first is `strangers` or `sessions`, so that people
 * without a session cannot close the answers of others, also at the same IP address.
 */
export type UnreadPath = readonly ['strangers' | 'sessions', ...string[]]

/** Returns the groups in which an answer is counted: those of the account and the link, or of the networks of the IP address. */
export function unreadPathOf({ actor, ip }: { actor: Actor | null; ip: string }): UnreadPath {
  if (actor) return ['sessions', actor.id, ...(actor.link ? [actor.link.id] : []), normalizeIP(ip)]
  const networks = networksOf(ip).map(({ name }) => name)
  return ['strangers', ...networks.toReversed()]
}

/** Answers that are counted together. The answers themselves are in the innermost groups, in the order of their last progress. */
type Group = { count: ReturnType<typeof createByteCount>; inside: Map<string, Group>; closings: Set<() => void> }

const newGroup = (): Group => ({ count: createByteCount(), inside: new Map(), closings: new Set() })

/**
 * Limits the memory of answers that clients do not read. Beyond a limit it closes the answer of which nothing was produced or read for the
 * longest time: beyond `maxOfAddress` one of the same IP address, and beyond `max` one of the group with the most bytes at each width.
 */
export function limitUnreadAnswers({ max, maxOfAddress }: UnreadLimits) {
  const all = newGroup()

  const closeOldest = ({ closings }: Group) => closings.values().next().value?.()

  /** Returns the innermost group of which an answer is closed next. Many small networks of one line are together as large as the line. */
  function largest() {
    const strangers = all.inside.get('strangers')
    const isOverShare = strangers !== undefined && strangers.count.bytes() > max * STRANGERS_SHARE
    let group = (isOverShare ? strangers : all.inside.get('sessions')) ?? strangers!
    while (group.inside.size > 0)
      group = [...group.inside.values()].reduce((one, other) => (other.count.bytes() > one.count.bytes() ? other : one))
    return group
  }

  /** Returns the groups of a path, the widest first, and adds those that are missing. */
  function groupsOf(path: UnreadPath) {
    const groups = [all]
    for (const name of path) {
      const { inside } = groups.at(-1)!
      if (!inside.has(name)) inside.set(name, newGroup())
      groups.push(inside.get(name)!)
    }
    return groups
  }

  /** Removes the groups of a path that have no answer any more. */
  function removeEmpty(path: UnreadPath, groups: readonly Group[]) {
    for (let depth = path.length; depth > 0; depth--) {
      const { inside, closings } = groups[depth]!
      if (inside.size > 0 || closings.size > 0) return
      groups[depth - 1]!.inside.delete(path[depth - 1]!)
    }
  }

  return {
    /** Returns how many bytes all unread answers keep in memory. */
    bytes: all.count.bytes,

    /** Begins to count an answer. Beyond a limit, `close` is called once to close it. */
    begin(path: UnreadPath, close: () => void) {
      const groups = groupsOf(path)
      const own = groups.at(-1)!
      const connection = { byteLength: BYTES_OF_CONNECTION }
      /** The parts that the client has not read, in order, with the length of each. Several parts may share their memory. */
      const parts: { memory: Memory; length: number }[] = []
      let unreadLength = 0
      const change = (memory: Memory, by: 1 | -1) => {
        for (const { count } of groups) count.change(memory, by)
      }
      const closeExceeding = () => {
        while (own.count.bytes() > maxOfAddress) closeOldest(own)
        while (all.count.bytes() > max) closeOldest(largest())
      }
      const closing = () => {
        answer.end()
        close()
      }
      const answer = {
        /** Counts a part of the answer, which has just been produced. */
        hold(memory: Memory, length = memory.byteLength) {
          if (!own.closings.has(closing)) return
          answer.touch()
          parts.push({ memory, length })
          unreadLength += length
          change(memory, 1)
          closeExceeding()
        },
        /** Stops counting the parts that the client has read: all that are not among the last `unread` bytes. */
        releaseRead(unread: number) {
          if (!own.closings.has(closing)) return
          for (let [first] = parts; first && unreadLength - first.length >= unread; [first] = parts) {
            parts.shift()
            unreadLength -= first.length
            change(first.memory, -1)
          }
        },
        /** Records that the client has read bytes, which makes the answer the last one to be closed. */
        touch: () => void (own.closings.delete(closing) && own.closings.add(closing)),
        end() {
          if (!own.closings.delete(closing)) return
          for (const memory of [connection, ...parts.map(part => part.memory)]) change(memory, -1)
          removeEmpty(path, groups)
        },
      }
      own.closings.add(closing)
      change(connection, 1)
      closeExceeding()
      return answer
    },
  }
}

type Payload = string | Uint8Array | Readable | null | undefined

/** Counts the answers of all routes that are added later, and produces JSON before it is read. Returns the number of bytes in memory. */
export function boundUnreadAnswers(app: FastifyInstance, given: Partial<UnreadLimits> = {}): () => number {
  const unread = limitUnreadAnswers({ ...UNREAD_LIMITS, ...given })

  function countAnswer(request: FastifyRequest, reply: FastifyReply, payload: Payload) {
    const isStream = typeof payload === 'object' && payload !== null && 'pipe' in payload
    // A file is read from the disk as its client reads it, so it needs no memory.
    const isCounted = isStream
      ? String(reply.getHeader('content-type')).startsWith('application/json')
      : payload && payload.length >= MIN_COUNTED_BYTES
    if (!isCounted || reply.raw.destroyed) return payload
    const answer = unread.begin(unreadPathOf(request), () => reply.raw.destroy())
    reply.raw.on('drain', answer.touch).once('close', answer.end)
    if (isStream) {
      const produced = new Transform({
        readableHighWaterMark: MAX_READ_AHEAD_BYTES,
        transform(chunk: Buffer, _encoding, done) {
          answer.releaseRead(produced.readableLength + reply.raw.writableLength)
          answer.hold(chunk.buffer, chunk.length)
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
    // This hook of every response takes a callback: an async one would cost each a promise.
    const onSend: onSendHookHandler = (request, reply, payload, done) => done(null, countAnswer(request, reply, payload as Payload))
    route.onSend = [route.onSend ?? [], onSend].flat()
  })
  return unread.bytes
}
