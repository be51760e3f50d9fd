import type { CorpusFile } from './corpus.ts'
import { zipFile } from './list-files.ts'

const IPHONE_CHAT = [
  '[21/11/2026, 9:14:05 م] قائمة العرس: ‎الرسائل والمكالمات مشفّرة تمامًا بين الطرفين.',
  '[21/11/2026, 9:14:20 م] قائمة العرس: ‎أنشأت ريم المجموعة',
  '[21/11/2026, 9:15:05 م] ريم: خالد باوزير',
  '‎[21/11/2026, 9:15:30 م] ريم: ‎لم يتم إدراج الصورة',
  '[21/11/2026, 9:16:05 م] منى: ‎انضم ‏منى باستخدام رابط المجموعة',
  '[21/11/2026, 9:17:05 م] منى: هند العمودي + 2',
].join('\r\n')

const ANDROID_CHAT = [
  '21/11/2026, 9:14 م - الرسائل والمكالمات مشفرة تمامًا بين الطرفين. لا يستطيع أحد خارج هذه الدردشة قراءتها.',
  '21/11/2026, 9:14 م - انضم سعيد باستخدام رابط الدعوة الخاص بهذه المجموعة',
  '21/11/2026, 9:15 م - ريم: خالد باوزير',
  '21/11/2026, 9:15 م - ريم: <تم استبعاد الوسائط>',
  '21/11/2026, 9:17 م - منى: هند العمودي + 2',
].join('\n')

const GUESTS = `خالد باوزير
هند العمودي ×3`

/** Chats, as WhatsApp exports them on an iPhone and on Android. */
export const CHAT_FILES = {
  'WhatsApp on an iPhone': { content: zipFile({ '_chat.txt': IPHONE_CHAT }), guests: GUESTS },
  'WhatsApp on an iPhone, with pictures': {
    content: zipFile({ '00000012-PHOTO-2026-11-21.jpg': new Uint8Array(40), '_chat.txt': IPHONE_CHAT }, true),
    guests: GUESTS,
  },
  'WhatsApp on Android': { content: ANDROID_CHAT, guests: GUESTS },
  'WhatsApp on Android, archived': { content: zipFile({ 'WhatsApp Chat with Family.txt': ANDROID_CHAT }), guests: GUESTS },
  'a chat, pasted': { content: IPHONE_CHAT, guests: GUESTS },
} as const satisfies Record<string, CorpusFile>
