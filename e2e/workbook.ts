import { strToU8, zipSync } from 'fflate'

type Cell = string | number | { formula: string; value: string } | null

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Returns an XLSX file with one sheet as Excel writes it: texts as shared strings, numbers as literals, formulas with their results. */
export function workbook(rows: Cell[][]): Buffer {
  const shared = new Map<string, number>()
  const sharedStringIndexOf = (text: string) => {
    if (!shared.has(text)) shared.set(text, shared.size)
    return shared.get(text)
  }
  const cellXml = (cell: Cell, at: string) => {
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${sharedStringIndexOf(cell)}</v></c>`
    return `<c r="${at}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.value)}</v></c>`
  }
  const rowXml = (row: Cell[], index: number) =>
    `<row r="${index + 1}">${row.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${index + 1}`)).join('')}</row>`
  const sheet = `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`
  const strings = [...shared.keys()].map(text => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')
  const files = [
    {
      name: '[Content_Types].xml',
      input: `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      input: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      input: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="الضيوف" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      input: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { name: 'xl/sharedStrings.xml', input: `${XML}<sst xmlns="${MAIN}">${strings}</sst>` },
    { name: 'xl/worksheets/sheet1.xml', input: sheet },
  ]
  return Buffer.from(zipSync(Object.fromEntries(files.map(({ name, input }) => [name, strToU8(input)]))))
}
