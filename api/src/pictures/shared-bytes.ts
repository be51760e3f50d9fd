type Bytes = Uint8Array<ArrayBuffer>

/** How many bytes are kept. A picture of a card has at most 5 MB, and few events take place at the same time. */
const MAX_KEPT_BYTES = 32 * 1024 ** 2

/**
 * Returns a function that reads the bytes of an id, which never change. All answers share the same bytes: those of the last reads are kept,
 * and while bytes are being read, no other call reads them.
 */
export function createSharedBytes(maxKeptBytes = MAX_KEPT_BYTES) {
  const kept = new Map<string, Bytes>()
  const reads = new Map<string, Promise<Bytes | undefined>>()
  let keptBytes = 0

  function keep(id: string, bytes: Bytes) {
    kept.set(id, bytes)
    keptBytes += bytes.byteLength
    for (const [oldest, { byteLength }] of kept) {
      if (keptBytes <= maxKeptBytes) return
      kept.delete(oldest)
      keptBytes -= byteLength
    }
  }

  async function readAndKeep(id: string, read: () => Promise<Bytes | undefined>) {
    try {
      const bytes = await read()
      if (bytes) keep(id, bytes)
      return bytes
    } finally {
      reads.delete(id)
    }
  }

  return (id: string, read: () => Promise<Bytes | undefined>): Promise<Bytes | undefined> => {
    const bytes = kept.get(id)
    if (bytes) {
      kept.delete(id)
      kept.set(id, bytes)
      return Promise.resolve(bytes)
    }
    const reading = reads.get(id) ?? readAndKeep(id, read)
    reads.set(id, reading)
    return reading
  }
}
