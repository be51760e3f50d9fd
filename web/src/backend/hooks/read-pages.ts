import type { ListPage } from '@hudur/core/endpoint'

/** Reads all rows of a list in its order. If new rows shift a row to the next page, it is still returned once. */
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
