import type { ListPage } from '@hudur/core/endpoint'

/**
 * Reads all rows of a list, `pageSize` rows at a time, in the order of the list. If new rows shift a row to the next page, the row is still
 * returned once. Rejects with the error of the first page that cannot be read.
 */
export async function readAllPages<Row extends { id: string }>(
  pageSize: number,
  readPage: (page: { limit: number; offset: number }) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const byId = new Map<string, Row>()
  for (let offset = 0; ; offset += pageSize) {
    const { rows, total } = await readPage({ limit: pageSize, offset })
    for (const row of rows) byId.set(row.id, row)
    if (rows.length === 0 || offset + rows.length >= total) return [...byId.values()]
  }
}
