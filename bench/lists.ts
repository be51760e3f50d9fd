import process from 'node:process'
import { assessTable } from '@hudur/core/guest-lists/assess-table'
import { recogniseColumns } from '@hudur/core/guest-lists/columns'
import { readTable } from '@hudur/core/guest-lists/read-table'
import { CORPUS, expectedGuests, isPasted, summariseGuest } from '@hudur/core/testing/guest-lists/corpus'
import { workbookOf } from '@hudur/core/testing/guest-lists/list-files'
import { guestNameAt } from '../api/testing/many-invitations.ts'
import { readList } from '../web/src/features/guest-lists/read-list.ts'
import { toInternationalPhone } from '../web/src/text/international-phone.ts'
import { printTable } from './figures.ts'

const ROW_COUNT = 100_000
const YEMEN = '967'

/** Reads every list of the corpus. A list is wrong if its guests differ from the expected ones and nothing is asked. */
async function measureCorpus() {
  const result = { lists: 0, read: 0, asked: 0, wrong: 0 }
  for (const [name, file] of Object.entries(CORPUS)) {
    const source = isPasted(name) && typeof file.content === 'string' ? file.content : new Blob([file.content as BlobPart])
    const { guests, clear } = await readList(source, YEMEN)
    const isRight = JSON.stringify(guests.map(summariseGuest)) === JSON.stringify(expectedGuests(file))
    result.lists++
    if (clear && isRight) result.read++
    else if (clear) {
      result.wrong++
      process.stderr.write(`wrong: ${name}\n`)
    } else result.asked++
  }
  return result
}

const rowAt = (n: number) => [guestNameAt(n), 777_000_000 + n, (n % 5) + 1]

/** Measures the time and the memory of reading and assessing one list. */
async function measureReading(what: string, file: Blob) {
  globalThis.gc?.()
  const heapBefore = process.memoryUsage().heapUsed
  const start = performance.now()
  const table = await readTable(file)
  const readAt = performance.now()
  const { rows } = assessTable(table, { ...recogniseColumns(table), edits: {} }, phone => toInternationalPhone(phone, YEMEN))
  const end = performance.now()
  const heap = process.memoryUsage().heapUsed - heapBefore
  return {
    what,
    rows: rows.length,
    'read ms': Math.round(readAt - start),
    'assess ms': Math.round(end - readAt),
    'heap MB': Math.round(heap / 1024 / 1024),
  }
}

/** Texts of 1 MB that a reader with quadratic running time would read too slowly. */
const HARD_TEXTS: Record<string, string> = {
  'a cell of quotes': `الاسم,الجوال\n"${'"'.repeat(1_000_000)}`,
  'an open quote in each line': 'الاسم,"خالد\n'.repeat(60_000),
  'open tags': '<table><tr><td>'.repeat(66_000),
  'a tag without an end': `<table ${'a="'.repeat(330_000)}`,
  'one long line': 'خالد، '.repeat(90_000),
  'lines of one letter': 'خ\n'.repeat(330_000),
  'a folded vCard': `BEGIN:VCARD\nFN:${'=\n'.repeat(480_000)}`,
}

/** Measures how many lists of the corpus are read rightly, and how long long lists take. */
export async function bench() {
  printTable([await measureCorpus()])
  const rows = Array.from({ length: ROW_COUNT }, (_, n) => rowAt(n))
  const headings = ['الاسم', 'الجوال', 'العدد']
  const csv = new Blob([[headings, ...rows].map(row => row.join(',')).join('\n')])
  const workbook = new Blob([workbookOf([{ name: 'ورقة1', rows: [headings, ...rows] }])])
  printTable([await measureReading('CSV', csv), await measureReading('Excel', workbook)])
  const hard = []
  for (const [what, text] of Object.entries(HARD_TEXTS)) {
    const start = performance.now()
    await readTable(new Blob([text])).catch(() => undefined)
    hard.push({ what, ms: Math.round(performance.now() - start), 'most ms': 2000 })
  }
  printTable(hard)
}
