import { cleanLine } from '../arabic.ts'
import { ARABIC_MEDIA_SOURCE, chatStampOf } from './chat.ts'
import { DIGIT_CLASS } from './words.ts'

/**
 * Recognises the messages that a chat application writes about its group. It is apart from `chat.ts`, because only the import of lists
 * needs it.
 */

/** Matches messages that the application writes when people join, leave or change a group. */
const GROUP_EVENT_PATTERN = new RegExp(
  [
    `^${ARABIC_MEDIA_SOURCE} \\(?${DIGIT_CLASS}{1,2}:${DIGIT_CLASS}{2}\\)?$`,
    `لم يتم (?:إدراج|إرفاق|تضمين|تنزيل) (?:ال)?${ARABIC_MEDIA_SOURCE}`,
    `(?:ال)?(?:${ARABIC_MEDIA_SOURCE}|وسائط) (?:غير (?:مُ?درج|مُ?رفق|متوفر|متاح)|مستبعد|لم ت?يُ?درج)`,
    'انضم(?:مت|ت|وا)? .{0,60}(?:باستخدام|عبر|من خلال) (?:هذا )?(?:ال)?رابط',
    '(?:تمت? )?(?:إنشاء|إضافة|إزالة|تغيير|تحديث) (?:هذه )?(?:المجموعة|صورة المجموعة|اسم المجموعة|وصف المجموعة|رمز الأمان|رقم الهاتف|إعدادات)',
    '(?:أنشأ|أنشأت|غيّ?رَ?ت?|قامت?|حدّ?ثت?|عدّ?لت?) .{0,60}(?:المجموعة|الوصف|رمز الأمان|إعدادات|الأيقونة|رقم هاتفه|رقم هاتفها|رسائل ذاتية|الرسائل المؤقتة)',
    '(?:لقد )?(?:غادر|غادرت|غادرتَ)(?: .{1,60})?$|^.{1,60} (?:غادر|غادرت)(?: المجموعة)?$',
    '^.{1,60} (?:أضاف|أضافت|أضفت|أزال|أزالت) .{1,60}$',
    'رمز الأمان (?:الخاص )?.{0,40}(?:تغير|تغيّر)',
    '(?:أنت الآن|أصبحت?) (?:مشرف|مسؤول)',
    'شارك(?:ت)? جهة اتصال|موقع مباشر|الموقع المباشر|^(?:استطلاع|استفتاء)(?: رأي)?\\s?[:：]|بدأ(?:ت)? (?:مكالمة|اجتماع)',
    '\\b(?:joined|left|was added|was removed|created (?:this )?group|added .{1,40}|removed .{1,40}|changed (?:the|this|their) .{1,60}|joined using (?:this|a) .{0,20}link|security code .{0,40}changed)(?: .{0,60})?$',
  ].join('|'),
  'iu',
)

/** Returns a line without its text if a chat application wrote it about the group. The stamp remains, so that lines keep their numbers. */
export function removeGroupEvent(line: string) {
  if (!/[\d٠-٩۰-۹]/.test(line)) return line
  const text = cleanLine(line)
  const stamp = chatStampOf(text)
  return stamp !== '' && GROUP_EVENT_PATTERN.test(text.slice(stamp.length)) ? stamp : line
}
