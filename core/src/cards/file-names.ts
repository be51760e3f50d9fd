const FILE_NAME_PREFIX = 'دعوة'
/** The maximum length of the guest's and of the event's part, in bytes. File systems allow 255 bytes a name. */
const MAX_PART_BYTES = 110

const byteLengthOf = (text: string) => new TextEncoder().encode(text).length

/** Returns the longest beginning of a text that has at most `MAX_PART_BYTES` bytes and ends with a whole character. */
function shortenToMaxBytes(text: string) {
  let short = ''
  for (const character of text) {
    if (byteLengthOf(short + character) > MAX_PART_BYTES) break
    short += character
  }
  return short.trim()
}

/** Returns a part of a file name that every system accepts: letters, marks, digits and single spaces, without punctuation. */
const safeFileNamePart = (text: string) =>
  shortenToMaxBytes(
    text
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} ]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )

/** The texts of a card after which its file is named. */
type CardNames = { guestName: string; eventName: string }

/** Returns the file name of a card without its extension: the prefix, the guest and the event, without punctuation. */
const fileStem = ({ guestName, eventName }: CardNames) =>
  [FILE_NAME_PREFIX, safeFileNamePart(guestName), safeFileNamePart(eventName)].filter(Boolean).join('_')

/** Returns file names for cards that are saved together; equal ones get « (2)», « (3)»…, also where they differ in case only. */
export function cardFileNames(cards: readonly CardNames[], ending: string): string[] {
  const stemCounts = new Map<string, number>()
  return cards.map(card => {
    const stem = fileStem(card)
    const times = (stemCounts.get(stem.toLowerCase()) ?? 0) + 1
    stemCounts.set(stem.toLowerCase(), times)
    return `${stem}${times > 1 ? ` (${times})` : ''}.${ending}`
  })
}
