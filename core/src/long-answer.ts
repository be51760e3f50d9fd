import type { Endpoint } from './endpoint.ts'

/** How many rows of a long list are checked at a time. */
const CHECKED_PART_SIZE = 500

/** Waits one turn of the event loop, so that the page can react to the user. */
const pause = () => new Promise(resolve => setTimeout(resolve))

/**
 * Splits the JSON of an object with a long list at its line ends. The server begins a new line before each part of the list (`[` or `,`
 * with its rows) and before the closing `]`. Returns the lines with rows, and the JSON of the object with an empty list; undefined for any
 * other JSON.
 */
function splitAtParts(json: string, list: string) {
  const lines = json.split('\n')
  // Within a text the quotation marks would be escaped.
  const first = lines.findIndex(line => line.endsWith(`"${list}":`)) + 1
  if (first === 0 || !lines[first]?.startsWith('[')) return undefined
  const end = lines.findIndex((line, n) => n > first && !line.startsWith(','))
  if (!lines[end]?.startsWith(']')) return undefined
  return { parts: lines.slice(first, end), rest: [...lines.slice(0, first), '[', ...lines.slice(end)].join('\n') }
}

/** Returns a function for each part of a list. The function returns the rows of the part. */
const toParts = (rows: readonly unknown[]) =>
  Array.from(
    { length: Math.ceil(rows.length / CHECKED_PART_SIZE) },
    (_, n) => () => rows.slice(n * CHECKED_PART_SIZE, (n + 1) * CHECKED_PART_SIZE),
  )

/**
 * Parses an object whose list `list` may have thousands of rows, and checks it. Parses and checks the list in parts, between which a page
 * reacts to the user; an answer in one line, as of an earlier server, is parsed as a whole. Throws an error for any other answer.
 */
export async function parseLongAnswer(output: Endpoint['output'], list: string, json: string) {
  const split = splitAtParts(json, list)
  const body = JSON.parse(split?.rest ?? json) as Record<string, unknown>
  const all = body[list]
  if (!Array.isArray(all)) return output.parse(body)
  const parts = split?.parts.map(part => () => JSON.parse(`[${part.slice(1)}]`) as unknown[]) ?? toParts(all)
  const answer = output.parse({ ...body, [list]: [] }) as Record<string, unknown>
  const schema = (output as unknown as { shape: Record<string, Endpoint['output']> }).shape[list]!
  const rows: unknown[] = []
  for (const readPart of parts) {
    if (rows.length > 0) await pause()
    rows.push(...(schema.parse(readPart()) as unknown[]))
  }
  return { ...answer, [list]: rows }
}
