import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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

/** Returns the CPU time of this process since an earlier `process.cpuUsage()`, in ms. */
function cpuTimeSince(start: NodeJS.CpuUsage) {
  const { user, system } = process.cpuUsage(start)
  return Math.round((user + system) / 1000)
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Measures the CPU time of reading and assessing one list, and the memory of the table and its rows. */
async function measureReading(what: string, file: Blob) {
  collectGarbage()
  const heapBefore = process.memoryUsage().heapUsed
  const start = process.cpuUsage()
  const table = await readTable(file)
  const readTime = cpuTimeSince(start)
  const { rows } = assessTable(table, { ...recogniseColumns(table), edits: {} }, phone => toInternationalPhone(phone, YEMEN))
  const assessTime = cpuTimeSince(start) - readTime
  collectGarbage()
  const heap = process.memoryUsage().heapUsed - heapBefore
  return {
    what,
    'table rows': table.rows.length,
    'read rows': rows.length,
    'read CPU ms': readTime,
    'assess CPU ms': assessTime,
    'heap MB': Math.round(heap / 1024 / 1024),
  }
}

/** Parts of lines on which a pattern could begin anew at every character. */
const LINE_PARTS = ['و ', '1 ', 'النساء ', 'عائلة-', '[1/1', '(', '777 ', '؟', '= ', '..', 'هو و', '- [x] ', 'احتمال ', 'زائد 1']
const SPLIT_PARTS = ['أ، ', 'خالد / ', 'خالد - ', 'ا: ', '1- ', '1- خالد ', '(', '[1/1', '؟', 'و خالد، ']

/** Texts of up to 1 MB that a reader with quadratic running time would read too slowly. */
const HARD_TEXTS: Record<string, string> = {
  'a cell of quotes': `الاسم,الجوال\n"${'"'.repeat(1_000_000)}`,
  'an open quote in each line': 'الاسم,"خالد\n'.repeat(60_000),
  'two names in each line': 'ا،ب\n'.repeat(160_000),
  'open tags': '<table><tr><td>'.repeat(66_000),
  'a tag without an end': `<table ${'a="'.repeat(330_000)}`,
  'one long line': 'خالد، '.repeat(90_000),
  'lines of one letter': 'خ\n'.repeat(330_000),
  'merged cells': `<table>${'<tr><td rowspan=300 colspan=300>a</td></tr>'.repeat(23_000)}`,
  'an encoded vCard': `BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:${'=\n'.repeat(480_000)}`,
  'a vCard of many numbers': `BEGIN:VCARD\nFN:a\n${'item1.TEL:777123456\n'.repeat(50_000)}END:VCARD`,
  'lines with repeated parts': LINE_PARTS.flatMap(part =>
    [part, `${part}خ`].map(text => text.repeat(100_000).slice(0, 99_999) + text),
  ).join('\n'),
  'lines of 300 characters': LINE_PARTS.flatMap(part => [part, `${part}خ`].map(text => text.repeat(300).slice(0, 299) + text)).join('\n'),
  'lines that look like several guests': SPLIT_PARTS.map(part => part.repeat(20_000)).join('\n'),
  'a folded vCard': `BEGIN:VCARD\nFN:${'=\n'.repeat(480_000)}`,
}

const MAX_HARD_CPU_MS = 2000

/** Measures how many lists of the corpus are read rightly, and how long long lists take. Throws if a list is read wrongly or too slowly. */
export async function bench() {
  const corpus = await measureCorpus()
  printTable([corpus])
  const rows = Array.from({ length: ROW_COUNT }, (_, n) => rowAt(n))
  const headings = ['الاسم', 'الجوال', 'العدد']
  const csv = new Blob([[headings, ...rows].map(row => row.join(',')).join('\n')])
  const workbook = new Blob([workbookOf([{ name: 'ورقة1', rows: [headings, ...rows] }])])
  printTable([await measureReading('CSV', csv), await measureReading('Excel', workbook)])
  const hard = []
  for (const [what, text] of Object.entries(HARD_TEXTS)) {
    const start = process.cpuUsage()
    await readList(new Blob([text]), YEMEN)
    hard.push({ what, 'CPU ms': cpuTimeSince(start), 'most ms': MAX_HARD_CPU_MS })
  }
  printTable(hard)
  if (corpus.wrong > 0) throw new Error(`${corpus.wrong} lists were read wrongly without a question`)
  const slow = hard.filter(row => row['CPU ms'] > MAX_HARD_CPU_MS)
  if (slow.length > 0) throw new Error(`too slow: ${slow.map(({ what }) => what).join(', ')}`)
}
