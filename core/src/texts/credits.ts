import { formatCount } from '../counted.ts'
import { madeWord } from './words.ts'

/** The refusals of grants of credits. */
export const credits = {
  zero: 'اكتب عدداً غير الصفر',
  reasonMissing: 'اكتب سبب الزيادة',
  belowOne: (limit: number) => `لا ينقص الحد عن دعوة واحدة. الحد الآن ${formatCount(limit, madeWord)}`,
  tooMany: 'الحد بعد هذه الزيادة أكبر مما يُحفظ',
  otherRequest: 'هذا الطلب لمستخدم آخر',
}

/** The reasons of entries that the server adds to the ledger of an account. An export of its own, so that browsers do not load it. */
export const creditReasons = {
  opening: 'الرصيد عند فتح الحساب',
  limitChanged: 'عُدّل حد الدعوات في حساب المستخدم',
  useChanged: 'عُدّل عدد الدعوات المستعملة',
  pendingCharged: 'دعوات كانت تنتظر الرصيد',
  refundWithdrawn: 'دخل ضيف حُذفت دعوته من قبل',
  deleted: (count: number) => `حُذفت ${formatCount(count, madeWord)}`,
  allotment: 'حصة رابط العائلة',
  allotmentReturned: 'ما بقي من حصة رابط العائلة',
}
