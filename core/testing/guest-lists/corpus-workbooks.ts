import type { CorpusFile } from './corpus.ts'
import { encodeIn, openDocumentOf, workbookOf, zipFile } from './list-files.ts'

const TWO = `خالد باوزير +967777123456
هند العمودي +967733000111`
const HEADINGS = ['الاسم', 'الجوال']
const KHALED = ['خالد باوزير', 777123456]
const HIND = ['هند العمودي', 733000111]
const ROWS = [HEADINGS, KHALED, HIND]

const html = (body: string) =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style>td{mso-number-format:"\\@"}</style></head><body>${body}</body></html>`
const htmlRows = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('\n')

/** Workbooks of Excel, LibreOffice and others, and web pages with the ending of Excel. */
export const WORKBOOK_FILES = {
  'Excel with one sheet': { content: workbookOf([{ name: 'ورقة1', rows: ROWS }]), guests: TWO },
  'Excel without compression': { content: workbookOf([{ name: 'ورقة1', rows: ROWS }], true), guests: TWO },
  'sheets of men and of women': {
    content: workbookOf([
      { name: 'الرجال', rows: [HEADINGS, KHALED] },
      {
        name: 'النساء',
        rows: [
          ['الجوال', 'الاسم'],
          [733000111, 'هند العمودي'],
        ],
      },
    ]),
    guests: `خالد باوزير +967777123456 {الرجال}
هند العمودي +967733000111 {النساء}`,
    asks: ['sheet'],
  },
  'sheets without headings': {
    content: workbookOf([
      { name: 'الرجال', rows: [KHALED] },
      { name: 'النساء', rows: [HIND] },
    ]),
    guests: `خالد باوزير +967777123456 {الرجال}
هند العمودي +967733000111 {النساء}`,
    asks: ['sheet'],
  },
  'a cover sheet first': {
    content: workbookOf([
      { name: 'غلاف', rows: [['زفاف محمد وسارة'], ['الخميس 14 يناير']] },
      { name: 'القائمة', rows: ROWS },
    ]),
    guests: TWO,
    asks: ['sheet'],
  },
  'a hidden first sheet': {
    content: workbookOf([
      { name: 'قديم', isHidden: true, rows: [HEADINGS, ['سعيد باوزير', 777000999]] },
      { name: 'ورقة1', rows: ROWS },
    ]),
    guests: TWO,
    asks: ['sheet'],
  },
  'filtered rows': {
    content: workbookOf([{ name: 'ورقة1', rows: [...ROWS, ['سعيد باوزير', 777000999]], hiddenRows: [4] }]),
    guests: TWO,
    asks: ['sheet'],
  },
  'a hidden column': {
    content: workbookOf([
      {
        name: 'ورقة1',
        rows: [
          [...HEADINGS, 'العدد'],
          [...KHALED, 5],
          [...HIND, 2],
        ],
        hiddenColumns: [2],
      },
    ]),
    guests: TWO,
    asks: ['column'],
  },
  'a merged cell of a table': {
    content: workbookOf([
      {
        name: 'ورقة1',
        rows: [
          ['الطاولة', 'الاسم'],
          [1, 'خالد باوزير'],
          [null, 'سعيد باوزير'],
          [2, 'هند العمودي'],
          [null, 'ريم السقاف'],
        ],
        merged: ['A2:A3', 'A4:A5'],
      },
    ]),
    guests: `خالد باوزير [1]
سعيد باوزير [1]
هند العمودي [2]
ريم السقاف [2]`,
  },
  'a merged title and two rows of headings': {
    content: workbookOf([
      {
        name: 'ورقة1',
        rows: [
          ['قائمة الضيوف'],
          ['الاسم', 'الجوال', 'العدد'],
          [null, null, 'كبار', 'أطفال'],
          ['خالد باوزير', 777123456, 2, 1],
          ['هند العمودي', 733000111, 1, 0],
        ],
        merged: ['A1:D1', 'A2:A3', 'B2:B3', 'C2:D2'],
      },
    ]),
    guests: `خالد باوزير ×3 (1) +967777123456
هند العمودي +967733000111`,
    asks: ['list'],
  },
  'formulas with results': {
    content: workbookOf([{ name: 'ورقة1', rows: [HEADINGS, [{ formula: 'A9&B9', result: 'خالد باوزير' }, 777123456], HIND] }]),
    guests: TWO,
  },
  'formulas without results': {
    content: workbookOf([{ name: 'ورقة1', rows: [HEADINGS, [{ formula: 'A9&B9' }, 777123456], [{ formula: 'A10&B10' }, 733000111]] }]),
    guests: '',
    asks: ['list'],
  },
  'formulas whose results are all 0': {
    content: workbookOf([
      { name: 'ورقة1', rows: [HEADINGS, [{ formula: 'A9&B9', result: 0 }, 777123456], [{ formula: 'A10&B10', result: 0 }, 733000111]] },
    ]),
    guests: '',
    asks: ['list'],
  },
  'a total without a result': {
    content: workbookOf([
      {
        name: 'ورقة1',
        rows: [
          ['الاسم', 'الجوال', 'العدد'],
          [...KHALED, 2],
          [...HIND, 1],
          ['المجموع', null, { formula: 'SUM(C2:C3)' }],
        ],
      },
    ]),
    guests: `خالد باوزير ×2 +967777123456
هند العمودي +967733000111`,
    asks: ['list'],
  },
  'dates beside names': {
    content: workbookOf([
      {
        name: 'Form Responses 1',
        rows: [
          ['Timestamp', 'الاسم الكامل'],
          [{ day: 46353.6 }, 'خالد باوزير'],
          [{ day: 46353.7 }, 'هند العمودي'],
        ],
      },
    ]),
    guests: `خالد باوزير
هند العمودي`,
  },
  'numbers with leading zeros': {
    content: workbookOf([
      { name: 'ورقة1', rows: [HEADINGS, ['خالد باوزير', { zeros: 777123456 }], ['هند العمودي', { zeros: 733000111 }]] },
    ]),
    guests: TWO,
  },
  'LibreOffice (.ods)': { content: openDocumentOf([{ name: 'ورقة1', rows: ROWS }]), guests: TWO },
  'Numbers through LibreOffice': {
    content: openDocumentOf([{ name: 'Sheet 1 - جدول 1', rows: [['جدول 1'], HEADINGS, KHALED, HIND] }]),
    guests: TWO,
  },
  'LibreOffice with a hidden sheet and a filter': {
    content: openDocumentOf([
      { name: 'قديم', isHidden: true, rows: [HEADINGS, ['سعيد باوزير', 777000999]] },
      { name: 'القائمة', rows: [...ROWS, ['سعيد باوزير', 777000999]], filteredRows: [4] },
    ]),
    guests: TWO,
    asks: ['sheet'],
  },
  'a web page saved as .xls': {
    content: html(`<table border=1><tr><th>الاسم<th>الجوال</tr>${htmlRows([KHALED, HIND])}</table>`),
    guests: TWO,
  },
  'a web page in Windows-1256': { content: encodeIn('windows-1256', `<table>${htmlRows(ROWS)}</table>`), guests: TWO },
  'a web page with merged cells': {
    content: html(
      `<table><tr><td>الطاولة</td><td>الاسم</td></tr><tr><td rowspan="2">1</td><td>خالد باوزير</td></tr><tr><td>هند العمودي</td></tr></table>`,
    ),
    guests: `خالد باوزير [1]
هند العمودي [1]`,
  },
  'XML Spreadsheet 2003': {
    content: `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="ورقة1"><Table>${ROWS.map(row => `<Row>${row.map(cell => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`).join('')}</Table></Worksheet></Workbook>`,
    guests: TWO,
  },
  'WPS, with empty rows at the end': {
    content: workbookOf([
      { name: 'Sheet1', rows: [...ROWS, [], [], ['']] },
      { name: 'Sheet2', rows: [] },
      { name: 'Sheet3', rows: [] },
    ]),
    guests: TWO,
  },
  'a list in an archive': {
    content: zipFile({ 'قائمة.csv': 'الاسم,الجوال\nخالد باوزير,777123456\nهند العمودي,733000111\n' }),
    guests: TWO,
  },
} as const satisfies Record<string, CorpusFile>
