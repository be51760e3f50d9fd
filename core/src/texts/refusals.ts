import { formatCount } from '../counted.ts'
import { letterWord, madeWord } from './words.ts'

export const badInput = 'البيانات المرسلة غير صحيحة'
export const badText = 'يحتوي النص على رموز لا يمكن حفظها'
export const badDate = 'تاريخ غير صحيح'
export const badNumber = (min: number, max: number) => `اكتب عدداً من ${min} إلى ${max}`
export const tooLong = (max: number) => `النص أطول من ${formatCount(max, letterWord)}`
export const badPhone = 'رقم الهاتف غير صحيح'
export const badEmail = 'البريد الإلكتروني غير صحيح'
export const badPassword = 'كلمة المرور أطول من المسموح'
export const requiredFields = 'يرجى ملء جميع الحقول المطلوبة'
export const tooLarge = 'حجم البيانات المرسلة أكبر من المسموح'
export const tooMany = (max: number) => `لا يمكن توليد أكثر من ${formatCount(max, { ...madeWord, two: 'دعوتين' })} في المرة الواحدة`
export const tooManySelected = (max: number) => `لا يُغيَّر أكثر من ${max} في المرة الواحدة`
export const countChanged = (count: number) => `تغيّر العدد منذ عرض القائمة، وهو الآن ${count}. لم يتغيّر شيء، فراجع القائمة ثم أعد المحاولة`
export const countNow = (count: number) => `العدد الآن ${count}`
export const notJson = 'صيغة الطلب غير مدعومة'
export const wrongOrigin = 'رُفض الطلب لأنه جاء من موقع آخر'
export const notSignedIn = 'سجّل الدخول للمتابعة'
export const notAllowed = 'غير مصرح لك'
export const notFound = 'العنصر المطلوب غير موجود'
export const nonceTaken = 'استُعمل هذا المعرّف لطلب آخر'
export const idTaken = 'توجد دعوة بهذا المعرّف ومحتواها مختلف'
export const busy = 'الطلبات كثيرة الآن. انتظر قليلاً ثم أعد المحاولة'
export const diskIsLow = 'لا يقبل الخادم رسائل وطلبات جديدة الآن. لم يُحفظ شيء، فأعد المحاولة لاحقاً'
export const unavailable = 'تعذّر الحفظ الآن. لم يتغيّر شيء، فأعد المحاولة بعد قليل'
export const failed = 'حدث خطأ غير متوقع في الخادم'
export const offline = 'غير متاح دون اتصال'
export const emptyFile = 'الملف فارغ. اختر صورة أخرى'
export const tooManyForms = 'لدينا رسائل وطلبات كثيرة لم نرد عليها بعد، فلا نستقبل غيرها الآن. أعد المحاولة لاحقاً أو اتصل بنا'
