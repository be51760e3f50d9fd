import { formatCount } from '../counted.ts'

/** The result of the connection test. */
export const connectionTest = {
  works: 'تم الاتصال بقاعدة البيانات بنجاح',
  fails: 'فشل الاتصال بقاعدة البيانات',
}

/** The warning that the disk is nearly full. `free`: gigabytes with one decimal. */
export const diskWarning = (free: string) =>
  `أوشك قرص الخادم أن يمتلئ: بقي فيه ${free} غيغابايت. لا تُقبل الرسائل والطلبات حتى تُفرَّغ فيه مساحة، والمسح عند الأبواب مستمر`
const dayWord = { one: 'يوماً', two: 'يومين', few: 'أيام', many: 'يوماً', other: 'يوم' }
export const clockWarning = (days: number) =>
  `ساعة الخادم متقدمة ${formatCount(days, dayWord)} عن آخر وقت عُرفت صحته، فلا يُحذف ما انتهت مدته حتى تُضبط. إن كانت صحيحة عاد الحذف وحده بعد ثلاثين يوماً على الأكثر`
