/** The maximum number of rows in a chunk: both engines limit the parameters of an insert, and other tasks run between two chunks. */
const CHUNK_ROWS = 500

/** Splits `rows` into chunks of at most 500. */
export const toChunks = <Row>(rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / CHUNK_ROWS) }, (_, n) => rows.slice(n * CHUNK_ROWS, (n + 1) * CHUNK_ROWS))

/** Reads rows for each chunk of `values`, one chunk after another. Returns the rows of all of them. */
export async function readInChunks<Value, Row>(values: readonly Value[], read: (some: Value[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = []
  for (const some of toChunks(values)) found.push(...(await read(some)))
  return found
}
