/** Reads the tags and texts of XML and of HTML, in one pass and without building a tree. */

/** A reader of markup. `attributes` is the text between the name of a tag and its end. */
export type MarkupReader = {
  open?: (name: string, attributes: string, isEmpty: boolean) => void
  close?: (name: string) => void
  /** Receives text as it is written, with entities. */
  text?: (text: string) => void
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  zwnj: '\u200C',
  zwj: '\u200D',
  rlm: '\u200F',
  lrm: '\u200E',
}

/** Returns a text with the characters for which its entities stand. */
export const decodeEntities = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));?/gi, (entity, decimal, hex, name) => {
        const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
        if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
        return ENTITIES[String(name).toLowerCase()] ?? entity
      })
    : text

/** Returns the value of an attribute; undefined where the tag has none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let at = attributes.indexOf(name)
  while (at !== -1) {
    const before = attributes[at - 1]
    const found =
      before === undefined || before <= ' ' ? /^\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/.exec(attributes.slice(at + name.length)) : null
    if (found) return decodeEntities(found[1] ?? found[2] ?? found[3] ?? '')
    at = attributes.indexOf(name, at + name.length)
  }
  return undefined
}

/** Returns where a tag that begins at `from` ends; signs in quoted values do not end it. */
function tagEnd(markup: string, from: number) {
  let end = markup.indexOf('>', from)
  if (end === -1 || !markup.slice(from, end).includes('"')) return end
  for (let quote = markup.indexOf('"', from); quote !== -1 && quote < end; ) {
    const closing = markup.indexOf('"', quote + 1)
    if (closing === -1) return end
    if (closing > end) end = markup.indexOf('>', closing)
    if (end === -1) return -1
    quote = markup.indexOf('"', closing + 1)
  }
  return end
}

/** Calls the functions of a reader for each tag and text. Comments and declarations are left out; CDATA is text. */
export function readMarkup(markup: string, { open, close, text }: MarkupReader) {
  let at = 0
  while (at < markup.length) {
    const start = markup.indexOf('<', at)
    if (start === -1) break
    if (start > at && text) text(markup.slice(at, start))
    const next = markup[start + 1]
    if (next === '!' || next === '?') {
      if (markup.startsWith('<![CDATA[', start)) {
        const end = markup.indexOf(']]>', start)
        text?.(markup.slice(start + 9, end === -1 ? undefined : end).replaceAll('&', '&amp;'))
        at = end === -1 ? markup.length : end + 3
      } else {
        const sign = markup.startsWith('<!--', start) ? '-->' : '>'
        const end = markup.indexOf(sign, start + 2)
        at = end === -1 ? markup.length : end + sign.length
      }
      continue
    }
    const end = tagEnd(markup, start)
    if (end === -1) break
    if (next === '/') close?.(markup.slice(start + 2, end).trim())
    else {
      const isEmpty = markup[end - 1] === '/'
      const tag = markup.slice(start + 1, isEmpty ? end - 1 : end)
      const nameEnd = tag.search(/\s/)
      open?.(nameEnd === -1 ? tag : tag.slice(0, nameEnd), nameEnd === -1 ? '' : tag.slice(nameEnd), isEmpty)
    }
    at = end + 1
  }
  if (at < markup.length && text && markup.indexOf('<', at) === -1) text(markup.slice(at))
}
