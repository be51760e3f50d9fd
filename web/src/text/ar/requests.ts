import { screenNames } from './screen-names.ts'

export const requests = {
  title: screenNames.requests,
  generate: 'إنشاء دعوات',
  lead: 'ولّد دعوات مناسبتك من رصيدك متى شئت.',
  add: 'طلب جديد',
  addTitle: 'طلب دعوات جديد',
  addLead: 'اكتب ما تريده، فتراجعه الإدارة وتردّ عليك.',
  eventType: 'نوع المناسبة',
  phone: 'رقم الهاتف',
  count: 'عدد الدعوات',
  notes: 'ملاحظات',
  notesHint: 'اختيارية',
  send: 'إرسال الطلب',
  sent: 'تم إرسال طلبك بنجاح، وستراجعه الإدارة',
  refused: (why: string) => `فشل في إرسال الطلب: ${why}`,
  unknown: 'خطأ غير معروف',
  failed: 'حدث خطأ أثناء إرسال الطلب',
  empty: 'لا طلبات بعد',
  emptyAdvice: 'أرسل طلبك الأول: اسم المناسبة وموعدها وعدد دعواتها، ويصلك الردّ هنا.',
  listFailed: 'تعذّر تحميل طلباتك',
  requestWord: { one: 'طلب واحد', two: 'طلبان', few: 'طلبات', many: 'طلباً', other: 'طلب' },
} as const
