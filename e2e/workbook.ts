import { strToU8, zipSync } from 'fflate'

type Cell = string | number | { formula: string; value: string } | null

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SPREADSHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIP_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006'

/** Returns an XLSX file with one sheet as Excel writes it: texts as shared strings, numbers as literals, formulas with their results. */
export function createWorkbook(rows: Cell[][]): Buffer {
  const shared = new Map<string, number>()
  const sharedStringIndexOf = (text: string) => {
    if (!shared.has(text)) shared.set(text, shared.size)
    return shared.get(text)
  }
  const cellXml = (cell: Cell, at: string) => {
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${sharedStringIndexOf(cell)}</v></c>`
    return `<c r="${at}" t="str"><f>${escapeXml(cell.formula)}</f><v>${escapeXml(cell.value)}</v></c>`
  }
  const rowXml = (row: Cell[], index: number) =>
    `<row r="${index + 1}">${row.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${index + 1}`)).join('')}</row>`
  const sheet = `${XML_DECLARATION}<worksheet xmlns="${SPREADSHEET_NAMESPACE}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`
  const strings = [...shared.keys()].map(text => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')
  const files = [
    {
      name: '[Content_Types].xml',
      input: `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      input: `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIP_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      input: `${XML_DECLARATION}<workbook xmlns="${SPREADSHEET_NAMESPACE}" xmlns:r="${RELATIONSHIP_NAMESPACE}"><sheets><sheet name="الضيوف" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      input: `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIP_NAMESPACE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONSHIP_NAMESPACE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { name: 'xl/sharedStrings.xml', input: `${XML_DECLARATION}<sst xmlns="${SPREADSHEET_NAMESPACE}">${strings}</sst>` },
    { name: 'xl/worksheets/sheet1.xml', input: sheet },
  ]
  return Buffer.from(zipSync(Object.fromEntries(files.map(({ name, input }) => [name, strToU8(input)]))))
}
