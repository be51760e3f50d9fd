import { formatCount } from '../counted.ts'
import { madeWord, personWord, seatWord } from './words.ts'

export const scan = {
  admitted: 'تم التحقق من الدعوة بنجاح',
  used: 'تم استخدام هذه الدعوة مسبقاً',
  unknown: 'رمز QR غير صحيح أو غير موجود في النظام',
  unreadable: 'خطأ في قراءة رمز QR',
  several: 'أكثر من دعوة بهذا الاسم. اختر الضيف',
  onePartly: 'أهذا هو الضيف؟',
  tooFew: (remaining: number) => `بقي في هذه الدعوة ${formatCount(remaining, seatWord)} فقط`,
  pending: 'هذه الدعوة معلّقة لأن رصيد صاحب المناسبة لم يكفِ. راجعه في ذلك',
  deleted: 'حُذفت هذه الدعوة',
  replaced: 'استُبدلت هذه الدعوة ببطاقة أحدث',
  cancelled: 'أُلغيت هذه الدعوة',
  otherEvent: (event: string) => `هذه الدعوة لمناسبة أخرى: ${event}`,
  cardOf: (event: string) => `هذه البطاقة لـ«${event}»`,
  cardOfOwner: 'هذه البطاقة لمناسبة أخرى لصاحب الدعوة',
  again: 'سُجّل هذا الدخول قبل قليل من هذا الجهاز',
  undoneBefore: 'تم التراجع عن هذا الدخول ولم يُحتسب. امسح الرمز من جديد ليُسجَّل',
  exited: 'سُجّل الخروج',
  exitedAgain: 'سُجّل هذا الخروج قبل قليل من هذا الجهاز',
  notInside: (inside: number) =>
    inside === 0 ? 'لا أحد من هذه الدعوة في القاعة الآن' : `في القاعة الآن من هذه الدعوة ${formatCount(inside, personWord)} فقط`,
  exitsNotCounted: 'لا يُحسب الخروج في هذه المناسبة',
  advice: 'سُجّل الدخول بهذه الدعوة من قبل. تفضّلوا معنا إلى الاستقبال لنساعدكم',
}

/** Refusals of an admission without a card. */
export const walkIn = {
  name: 'اكتب اسم الداخل',
  /** The name that is shown for a walk-in whose device uploaded it again without a name. */
  forgotten: 'بلا اسم، أُعيد رفعه بعد استعادة نسخة احتياطية',
  notAllowed: 'لا يُدخل هذا الباب أحداً بلا بطاقة. اطلب ذلك من صاحب المناسبة',
  used: (remaining: number) =>
    remaining === 0
      ? 'نفد العدد المسموح بدخوله بلا بطاقة من هذا الباب'
      : `بقي ${formatCount(remaining, personWord)} فقط ممن يُسمح بدخولهم بلا بطاقة من هذا الباب`,
}

/** Refusals of a change after an admission. */
export const admission = {
  manyBelowScans: (count: number) => `دخل بـ${formatCount(count, madeWord)} عدد أكبر من هذا، فلا يقل العدد عن ذلك`,
  belowScans: (scans: number) => `دخل بهذه الدعوة ${formatCount(scans, personWord)}، فلا يقل العدد عن ذلك`,
  tooLateToUndo: 'مضى على الدخول أكثر من 15 دقيقة فلا يُلغى',
  movedOn: 'سُجّل بعد ذلك خروج أو دخول لهؤلاء الأشخاص. تراجع عنه أولاً',
}
