import { hasLetterOrDigit } from '../arabic.ts'

/** A contact of an address book. */
export type Contact = { name: string; phones: string[] }

/** Returns whether a text is a vCard file. */
export const isVcard = (text: string) => /^\uFEFF?\s*BEGIN:VCARD/i.test(text)

/** The longest line that is read, in characters. Longer lines contain photographs. */
const MAX_LINE_LENGTH = 2000

type VcardProperty = { name: string; parameters: string; value: string }

/** Decodes quoted-printable bytes as UTF-8: «=D8=A3», as version 2.1 writes letters that are not Latin. */
function decodeQuotedPrintable(value: string) {
  const bytes = [...value.matchAll(/=([0-9A-F]{2})|([\s\S])/giu)].flatMap(([, hex, letter]) =>
    hex ? [Number.parseInt(hex, 16)] : [...new TextEncoder().encode(letter)],
  )
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

const unescapeValue = (value: string) => value.replace(/\\n/gi, ' ').replace(/\\([,;:\\])/g, '$1')

/** Splits «item1.TEL;TYPE=CELL:777…» into its parts. Returns undefined for a line that is no property. */
function parseProperty(line: string): VcardProperty | undefined {
  const [, name, parameters = '', value = ''] = /^(?:[\w-]+\.)?([A-Z-]+)((?:;(?:"[^"]*"|[^:"])*)?):(.*)$/is.exec(line) ?? []
  if (name === undefined) return undefined
  const text = /QUOTED-PRINTABLE/i.test(parameters) ? decodeQuotedPrintable(value) : value
  return { name: name.toUpperCase(), parameters: parameters.toUpperCase(), value: text }
}

/** Returns the name from the parts of `N` (family, given, additional, prefix, suffix), in the order in which people say them. */
function joinNameParts(value: string) {
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] = value.split(/(?<!\\);/)
  return [prefix, given, additional, family, suffix].filter(part => part.trim() !== '').join(' ')
}

/** Reads the contacts of a vCard file of version 2.1, 3 or 4. A contact without a name is left out; mobile numbers come first. */
export function readVcards(text: string): Contact[] {
  const lines = text
    .replace(/\r\n?/g, '\n')
    // A folded line continues after a space or tab; one in quoted-printable after «=».
    .replace(/\n[ \t]/g, '')
    .replace(/=\n(?==)/g, '')
    .split('\n')
    .filter(line => line.length <= MAX_LINE_LENGTH)
  const contacts: Contact[] = []
  let properties: VcardProperty[] = []
  for (const line of lines) {
    const property = parseProperty(line)
    if (property?.name === 'BEGIN') properties = []
    else if (property?.name === 'END') {
      const propertyValue = (name: string) => properties.find(other => other.name === name && other.value.trim() !== '')?.value
      const name =
        unescapeValue(propertyValue('FN') ?? joinNameParts(propertyValue('N') ?? '')).trim() ||
        unescapeValue(propertyValue('ORG') ?? '').trim()
      const numbers = properties.filter(({ name, value }) => name === 'TEL' && /\p{N}/u.test(value))
      const phoneTypeRank = ({ parameters }: VcardProperty) => (/CELL|MOBILE|IPHONE/.test(parameters) ? 0 : /FAX/.test(parameters) ? 2 : 1)
      const phones = numbers
        .sort((one, other) => phoneTypeRank(one) - phoneTypeRank(other))
        .map(({ value }) => value.replace(/^tel:/i, '').trim())
      if (hasLetterOrDigit(name)) contacts.push({ name, phones })
    } else if (property) properties.push(property)
  }
  return contacts
}
