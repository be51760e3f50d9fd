import { hasLetterOrDigit } from '../arabic.ts'
import { decodeBytes, decodeNamed } from './decode.ts'

/** A contact of an address book. The name is empty where the contact has telephone numbers only. */
export type Contact = { name: string; phones: string[] }

/** Returns whether a text is a vCard file. */
export const isVcard = (text: string) => /^\uFEFF?\s*BEGIN:VCARD/i.test(text)

/** The longest line that is read, in characters. Longer lines contain photographs. */
const MAX_LINE_LENGTH = 2000

/** A property whose value is a string of bytes, one character for each. `group`: «item1» of «item1.TEL». */
type VcardProperty = { group: string; name: string; parameters: string; value: string }

const PROPERTY_PATTERN = /^(?:([\w-]+)\.)?([A-Z-]+)((?:;(?:"[^"]*"|[^:"])*)?):([\s\S]*)$/i
const isQuotedPrintable = (line: string) => /^[^:]*QUOTED-PRINTABLE/i.test(line)

const bytesOf = (binary: string) => Uint8Array.from(binary, letter => letter.charCodeAt(0) & 0xff)

function binaryOf(bytes: Uint8Array) {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return parts.join('')
}

/** Decodes base64; undefined where the text is none. */
function decodeBase64(text: string) {
  try {
    return atob(text.replace(/\s/g, ''))
  } catch {
    return undefined
  }
}

/**
 * Yields the properties of a file, whose bytes are unfolded before they are letters, because a line may be folded within a letter. A line in
 * quoted-printable continues after «=», any other one after a space or tab.
 */
function* propertiesOf(binary: string): Generator<VcardProperty> {
  const lines = binary.replace(/\r\n?/g, '\n').split('\n')
  for (let at = 0; at < lines.length; at++) {
    const parts = [lines[at]!]
    if (isQuotedPrintable(parts[0]!)) while (parts.at(-1)!.endsWith('=') && at + 1 < lines.length) parts.push(lines[++at]!)
    else while (/^[ \t]/.test(lines[at + 1] ?? '')) parts.push(lines[++at]!.slice(1))
    const line = isQuotedPrintable(parts[0]!)
      ? parts.map((part, n) => (n < parts.length - 1 ? part.slice(0, -1) : part)).join('')
      : parts.join('')
    if (line.length > MAX_LINE_LENGTH) continue
    const [, group = '', name, parameters = '', value = ''] = PROPERTY_PATTERN.exec(line) ?? []
    if (name !== undefined) yield { group, name: name.toUpperCase(), parameters: parameters.toUpperCase(), value }
  }
}

/** Returns the text of a value, whose bytes may be in quoted-printable or base64, and in another encoding than the file. */
function textOf({ parameters, value }: VcardProperty) {
  const binary = /QUOTED-PRINTABLE/.test(parameters)
    ? value.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : /ENCODING=(?:B|BASE64)(?:;|$)/.test(parameters)
      ? (decodeBase64(value) ?? value)
      : value
  const charset = /CHARSET="?([\w-]+)/.exec(parameters)?.[1]
  return charset ? decodeNamed(bytesOf(binary), charset) : decodeBytes(bytesOf(binary))
}

const unescapeValue = (value: string) => value.replace(/\\n/gi, ' ').replace(/\\([,;:\\])/g, '$1')

/** Returns the name from the parts of `N` (family, given, additional, prefix, suffix), in the order in which people say them. */
function joinNameParts(value: string) {
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] = value.split(/(?<!\\);/)
  return [prefix, given, additional, family, suffix].filter(part => part.trim() !== '').join(' ')
}

/** Returns the number of a telephone, without «tel:» and without an extension behind it. */
const phoneOf = (property: VcardProperty) =>
  textOf(property)
    .trim()
    .replace(/^tel:/i, '')
    .replace(/;(?:ext|phone-context|isub|postd)=[\s\S]*$/i, '')
    .trim()

/** Reads the contacts of a vCard file of version 2.1, 3 or 4; mobile numbers come first. A contact without name and number is left out. */
export function readVcards(file: string | Uint8Array): Contact[] {
  const isUnicode = typeof file !== 'string' && ((file[0] ?? 0) >= 0xfe || file[1] === 0 || file[0] === 0)
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : isUnicode ? new TextEncoder().encode(decodeBytes(file)) : file
  const contacts: Contact[] = []
  let properties: VcardProperty[] = []
  for (const property of propertiesOf(binaryOf(bytes).replace(/^\xef\xbb\xbf/, ''))) {
    if (property.name === 'BEGIN') properties = []
    else if (property.name !== 'END') properties.push(property)
    else {
      const textOfProperty = (name: string, isName = (_: string) => true) => {
        for (const other of properties) {
          const value = other.name === name ? textOf(other) : ''
          if (value.trim() !== '' && isName(value)) return value
        }
        return undefined
      }
      const name =
        unescapeValue(textOfProperty('FN') ?? joinNameParts(textOfProperty('N', value => /[^;\s]/.test(value)) ?? '')).trim() ||
        unescapeValue(textOfProperty('NICKNAME') ?? textOfProperty('ORG')?.replaceAll(/(?<!\\);/g, ' ') ?? '').trim()
      const labels = new Map(
        properties.flatMap(({ group, name, value }) => (name === 'X-ABLABEL' ? [[group, value.toUpperCase()] as const] : [])),
      )
      const labelOf = ({ group }: VcardProperty) => labels.get(group) ?? ''
      const phoneTypeRank = (phone: VcardProperty) => {
        const types = `${phone.parameters} ${labelOf(phone)}`
        return /CELL|MOBILE|IPHONE/.test(types) ? 0 : /FAX|PAGER/.test(types) ? 2 : 1
      }
      const phones = properties
        .filter(({ name, value }) => name === 'TEL' && /[^\s:;]/.test(value))
        .map(phone => ({ number: phoneOf(phone), rank: phoneTypeRank(phone) }))
        .filter(({ number }) => /\p{N}/u.test(number))
        .sort((one, other) => one.rank - other.rank)
        .map(({ number }) => number)
      if (hasLetterOrDigit(name) || phones.length > 0) contacts.push({ name, phones })
      properties = []
    }
  }
  return contacts
}
