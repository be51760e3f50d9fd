import { cleanLine } from '../arabic.ts'
import { DIGIT_CLASS } from './words.ts'

/** Recognises the time stamps, senders and system messages of chats as they are copied and exported on Android and iPhone. */

const DATE_SOURCE = `(?:${DIGIT_CLASS}{1,2}|${DIGIT_CLASS}{4})[/.\\-]${DIGIT_CLASS}{1,2}(?:[/.\\-](?:${DIGIT_CLASS}{4}|${DIGIT_CLASS}{2}))?`
const TIME_SOURCE = `${DIGIT_CLASS}{1,2}[:.]${DIGIT_CLASS}{2}(?::${DIGIT_CLASS}{2})?(?:\\s*(?:[ap]\\.?\\s?m\\.?|[صم](?!\\p{L})|صباح[اًا]*|مساء[اً]*))?`
const DAY_NAME_SOURCE =
  '(?:[أا]مس|اليوم|(?:ال)?(?:سبت|[أا]حد|[إا]ثنين|ثلاثاء|[أا]ربعاء|خميس|جمعة)|yesterday|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day)'
const DATE_AND_TIME_SOURCE = `(?:(?:${DATE_SOURCE}|${DAY_NAME_SOURCE})[,،]?\\s+${TIME_SOURCE}|${TIME_SOURCE}[,،]?\\s+(?:${DATE_SOURCE}|${DAY_NAME_SOURCE}))`
const SENDER_SOURCE = '(?:([^:：]{1,60}?)\\s?[:：](?:\\s+|$))?'

/**
 * Matches the stamp before a message: «[21/11, 9:14 م] ريم: …» in an iPhone's export or in messages copied together, «21/11/2026, 9:14 م -
 * ريم: …» in Android's export.
 */
const STAMP_PATTERNS = [
  new RegExp(`^\\[\\s*${DATE_AND_TIME_SOURCE}\\s*\\]\\s*${SENDER_SOURCE}`, 'iu'),
  new RegExp(`^${DATE_AND_TIME_SOURCE}\\s*[-–]\\s*${SENDER_SOURCE}`, 'iu'),
]
/** Matches the stamp of Telegram, the sender first: «ريم, [21.11.2026 21:14]». */
const SENDER_FIRST_STAMP_PATTERN = new RegExp(`^[^[\\]]{1,60}[,،]?\\s*\\[[^\\]]*${TIME_SOURCE}[^\\]]*\\]\\s*:?\\s*`, 'iu')
const DATE_OR_TIME_ALONE_PATTERN = new RegExp(`^\\[?(?:${DATE_SOURCE}|${TIME_SOURCE}|${DATE_AND_TIME_SOURCE})\\]?$`, 'iu')

export const ARABIC_MEDIA_SOURCE =
  '(?:رسالة|صور[ةه]?|فيديو|مقطع|صوت|رسالة صوتية|تسجيل|ملصق|مستند|ملف|وسائط|جهة اتصال|جهات اتصال|بطاقة جهة اتصال|رمز متحرك|موقع|استطلاع|gif)'
const LATIN_MEDIA_SOURCE = '(?:image|photo|video|video note|audio|voice message|sticker|gif|document|contact card|contact|media|poll)'
/** Matches messages that the chat application itself inserts between people's messages or in place of one. */
const SYSTEM_MESSAGE_PATTERN = new RegExp(
  [
    `تم(?:ت)? (?:حذف|استبعاد|إرفاق) (?:هذه |هذا )?(?:ال)?${ARABIC_MEDIA_SOURCE}`,
    'تم إرفاق',
    `${ARABIC_MEDIA_SOURCE} (?:غير مدرجة?|محذوفة?|مستبعدة?)`,
    'حُ?ذفتَ? (?:أنت )?هذه الرسالة',
    'الملف مرفق',
    'الرسائل والمكالمات مشف',
    'في انتظار هذه الرسالة',
    'مكالمة (?:صوتية |فيديو )?فائتة',
    'معاد توجيه|تمت? (?:إعادة )?(?:ال)?توجيه',
    '(?:this message was|you) deleted|waiting for this message|file attached',
    `${LATIN_MEDIA_SOURCE} omitted`,
    'end-to-end encrypted|missed (?:voice|video) call|^forwarded(?: many times)?$',
  ].join('|'),
  'iu',
)

const matchStamp = (line: string) => STAMP_PATTERNS.map(stamp => stamp.exec(line)).find(found => found !== null)

/** Returns the stamp and the sender before a message of a chat; empty where there is none. */
export const chatStampOf = (line: string) => matchStamp(line)?.[0] ?? ''

/**
 * Removes the stamp and the sender of a chat from a line. `isStamp`: whether the line had a stamp, or has nothing but a date, a time or a
 * system message without digits. `text` is empty where the message is of the application itself.
 */
export function removeChatStamp(line: string): { text: string; isStamp: boolean } {
  if (!/[\d٠-٩۰-۹[<]/.test(line)) return SYSTEM_MESSAGE_PATTERN.test(line) ? { text: '', isStamp: true } : { text: line, isStamp: false }
  if (DATE_OR_TIME_ALONE_PATTERN.test(line)) return { text: '', isStamp: true }
  const telegram = line.replace(SENDER_FIRST_STAMP_PATTERN, '')
  const first = line.startsWith('[') ? line : telegram
  const stamp = matchStamp(first)
  const isStamp = stamp !== undefined || first !== line
  const hasSender = stamp === undefined || stamp[1] !== undefined
  const text = (stamp ? first.slice(stamp[0].length) : first).replace(/<[^<>]{3,60}>/g, ' ')
  return { text: hasSender && !SYSTEM_MESSAGE_PATTERN.test(text) ? text.trim() : '', isStamp }
}

/** Returns whether a text is a chat, and not a table whose cells are separated by commas. */
export const isChat = (lines: readonly string[]) =>
  lines.slice(0, 50).filter(line => STAMP_PATTERNS.some(stamp => stamp.test(cleanLine(line)))).length > 1
