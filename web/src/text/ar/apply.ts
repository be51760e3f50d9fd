import { screenNames } from './screen-names.ts'

/** The person whose registration an administrator approved or rejected, and the URL of the sign-in screen. */
type DecidedRegistration = { name: string; username: string; address: string }

export const apply = {
  title: screenNames.apply,
  countWord: { one: 'طلب واحد', two: 'طلبان', few: 'طلبات', many: 'طلباً', other: 'طلب' },
  statuses: { pending: 'قيد المراجعة', approved: 'مقبول', rejected: 'مرفوض' },
  arrived: 'وصل',
  approve: 'قبول',
  reject: 'رفض',
  question: (name: string) => `رفض طلب ${name}؟`,
  consequence: 'يُحذف الطلب من القائمة، ويعود اسم المستخدم متاحاً لغيره. لا يمكن التراجع عن ذلك.',
  approved: (name: string) => `تم قبول ${name} بنجاح`,
  rejected: (name: string) => `رُفض طلب ${name}`,
  approveFailed: 'فشل في قبول المستخدم',
  rejectFailed: 'فشل في رفض المستخدم',
  loadFailed: 'حدث خطأ أثناء تحميل البيانات',
  empty: 'لا توجد طلبات حالياً',
  emptyAdvice: 'حين يطلب أحد حساباً من صفحة التسجيل يظهر طلبه هنا.',
  emails: {
    sent: 'وأُرسل القرار بالبريد إلى صاحب الطلب.',
    'no-address': 'ولا بريد في الطلب، فأبلغ صاحبه بالقرار بنفسك.',
    'mail-off': 'والبريد غير مفعّل في هذا النظام، فأبلغ صاحب الطلب بالقرار بنفسك.',
    failed: 'ولم نتمكّن من إرسال القرار إلى صاحب الطلب، فأبلغه بنفسك.',
  },
  messages: {
    approved: ({ name, username, address }: DecidedRegistration) =>
      `السلام عليكم ${name}، قُبل حسابك في حُضور.\nسجّل الدخول بكلمة المرور التي اخترتها.\nاسم المستخدم: ${username}\nالرابط: ${address}`,
    rejected: ({ name }: DecidedRegistration) => `السلام عليكم ${name}، نعتذر عن قبول طلب تسجيلك في حُضور.`,
  },
} as const
