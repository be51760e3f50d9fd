import { cleanLine } from '../../arabic.ts'
import { anyOf, DIGIT, END, START } from './words.ts'

/** Chats as they are copied and exported on Android and iPhone, and lines that people write about a list. */

const D = DIGIT
const DATE = `(?:${D}{1,2}|${D}{4})[/.\\-]${D}{1,2}(?:[/.\\-](?:${D}{4}|${D}{2}))?`
const TIME = `${D}{1,2}[:.]${D}{2}(?::${D}{2})?(?:\\s*(?:[ap]\\.?\\s?m\\.?|[صم](?!\\p{L})|صباح[اًا]*|مساء[اً]*))?`
const MOMENT = `(?:${DATE}[,،]?\\s+${TIME}|${TIME}[,،]?\\s+${DATE})`
const SENDER = '(?:([^:：]{1,60}?)\\s?[:：](?:\\s+|$))?'

/** «[21/11, 9:14 م] ريم: …» of an iPhone's export or of messages copied together, «21/11/2026, 9:14 م - ريم: …» of Android's export. */
const STAMPS = [new RegExp(`^\\[\\s*${MOMENT}\\s*\\]\\s*${SENDER}`, 'iu'), new RegExp(`^${MOMENT}\\s*[-–]\\s*${SENDER}`, 'iu')]
/** «ريم, [21.11.2026 21:14]», as Telegram copies. */
const SENDER_FIRST = new RegExp(`^[^[\\]]{1,60}[,،]?\\s*\\[[^\\]]*${TIME}[^\\]]*\\]\\s*:?\\s*`, 'iu')
const MOMENT_ALONE = new RegExp(`^\\[?(?:${DATE}|${TIME}|${MOMENT})\\]?$`, 'iu')

/** What the application itself writes between the messages, or in their place. */
const SYSTEM =
  /تم حذف هذه الرسالة|حُ?ذفت هذه الرسالة|حذفتَ? هذه الرسالة|الملف مرفق|تم إرفاق|(?:صورة|ملصق|فيديو|صوت|مستند|جهة اتصال|بطاقة جهة اتصال) (?:غير مدرجة?|محذوفة?)|الرسائل والمكالمات مشف|مكالمة (?:صوتية |فيديو )?فائتة|معاد توجيه|تمت? إعادة التوجيه|(?:this message was|you) deleted|file attached|(?:image|video|audio|sticker|gif|document|contact card|media) omitted|end-to-end encrypted|missed (?:voice|video) call|^forwarded$/iu

/** Takes the stamp and the sender of a chat off a line. `isStamp` says that there was one; `text` is empty where nobody but the application speaks. */
export function readStamp(line: string): { text: string; isStamp: boolean } {
  if (!/[\d٠-٩۰-۹[<]/.test(line)) return { text: SYSTEM.test(line) ? '' : line, isStamp: false }
  if (MOMENT_ALONE.test(line)) return { text: '', isStamp: true }
  const telegram = line.replace(SENDER_FIRST, '')
  const first = line.startsWith('[') ? line : telegram
  const stamp = STAMPS.map(pattern => pattern.exec(first)).find(found => found !== null)
  const isStamp = stamp !== undefined || first !== line
  const isSpoken = stamp === undefined || stamp[1] !== undefined
  const text = (stamp ? first.slice(stamp[0].length) : first).replace(/<[^<>]{3,60}>/g, ' ')
  return { text: !isSpoken || SYSTEM.test(text) ? '' : text.trim(), isStamp }
}

const words = (source: string) => new RegExp(source)

const TOTAL = words(
  `^(?:=\\s*)?(?:${anyOf('المجموع|مجموع|الاجمالي|اجمالي|العدد|العدد الكلي|العدد الاجمالي|عدد المعازيم|عدد الضيوف|عدد المدعوين|اجمالي العدد|الكل|total|sum')})${END}\\D{0,30}\\d*\\D{0,20}$`,
)
const LIST_WORD = anyOf('قايمه|القايمه|كشف|لايحه|ليسته|لسته|اسامي|الاسماء|الاسم')
const PARTY = anyOf(
  'المعازيم|المعزومين|المدعوين|المدعوون|الضيوف|الحضور|الرجال|النساء|الحريم|الشباب|البنات|الاقارب|الجيران|الاصدقاء|الصديقات|العايله|الاهل|العريس|العروس|العروسه|الزواج|الزفاف|العرس|الخطوبه|الملكه|التخرج|الحفل|الحفله|اهل|قسم|صاله|قاعه|جهه|طرف|من|عند|ل|ال',
)
const HEADING = words(`^(?:${LIST_WORD}(?: +[a-zء-ي]+){0,4}|${anyOf('اسماء')}\\s+(?:${PARTY}${END} *)+)\\s*[:：]*$`)
/** A party by itself may be a heading, or invited as a whole. */
const PARTY_ALONE = words(`^(?:${PARTY}${END} *)+$`)
const NAMED_HEADING = /^[^\d:：]{2,40}[:：]$/

const WHOLE_MESSAGE = words(
  `^(?:${anyOf('تمام|طيب|اوكي|اوك|حاضر|شكرا|شكرا لك|شكرا لكم|نعم|ايوه|ايوا|لا|هلا والله|مرحبا|اهلا|اهلين|يعطيك العافيه|الله يعطيك العافيه|ok|thanks|hi|hello|yes|no|اليوم|امس|today|yesterday|الاسم|م|انتهت|انتهي|انتهت القايمه|خلاص|بس|هذا الكل')})[\\s!.،…]*$`,
)
const MESSAGE_START = words(
  `^(?:${anyOf('السلام عليكم|وعليكم السلام|عليكم السلام|صباح الخير|صباح النور|مساء الخير|مساء النور|بسم الله|بسم الله الرحمن الرحيم|ان شاء الله|ما شاء الله|الحمد لله|الله يبارك|الله يحفظ|الف مبروك|يا هلا|هذي|هذه|هاذي|هاي القايمه|هذا|هذول|هولاء|لا تنسي|لا تنسين|لا تنس|ممكن|لو سمحت|لو سمحتي|ابغي|اشتي|ابي اضيف|تعالي|وصلتني|متي|كم|وين|احنا|بارسل|راح|لسه|لسا|للعلم|ملاحظه|تنبيه|مرفق|السيد المحترم مدير')})${END}`,
)
/** Words that a name seldom has. */
const MESSAGE_WORD = words(
  `${START}(?:${anyOf('لازم|اللي|الي|عشان|علشان|يمكن|مش|ما ادري|القايمه|قايمتي|برضه|كمان|بكره|الحين|ناقص|تاكدي|احسبي|احسبيهم|خليها|خليهم')})${END}|^(?:${anyOf('حبيبتي|باقي|نسيت|ضيفي|زيدي|زيدوا|ارسلي|ارسل|شوفي|شوف|انا|وصلت')})${END}`,
)

/** What a line without any guest is. */
export type NoGuest = 'total' | 'heading' | 'message'

/** Says what a plainly spelled line is that names no guest; `isSure` is false where it may name one. Undefined where it reads like a guest. */
export function noGuestIn(plain: string): { is: NoGuest; isSure: boolean } | undefined {
  if (TOTAL.test(plain)) return { is: 'total', isSure: true }
  if (HEADING.test(plain) || NAMED_HEADING.test(plain)) return { is: 'heading', isSure: true }
  if (WHOLE_MESSAGE.test(plain) || MESSAGE_START.test(plain) || /[؟?]\s*$|https?:\/\//.test(plain)) return { is: 'message', isSure: true }
  if (PARTY_ALONE.test(plain)) return { is: 'heading', isSure: false }
  return MESSAGE_WORD.test(plain) ? { is: 'message', isSure: false } : undefined
}

/** Whether a text is a chat, and not a table whose cells are separated by commas. */
export const isChat = (lines: readonly string[]) =>
  lines.slice(0, 50).filter(line => STAMPS.some(stamp => stamp.test(cleanLine(line)))).length > 1
