import { screenNames } from './screen-names.ts'

export const activity = {
  title: screenNames.notifications,
  filter: 'نوع النشاط',
  filters: { all: 'كل النشاط', create: 'إنشاء', update: 'تعديل', delete: 'حذف', scan: 'مسح' },
  targets: { user: 'مستخدم', invitation: 'دعوة', event: 'مناسبة' },
  did: (verb: string, target: string) => `${verb} ${target}`,
  by: 'بواسطة',
  nobody: 'حساب محذوف',
  listFailed: 'تعذّر تحميل الإشعارات',
  empty: 'لا نشاط بعد',
  emptyAdvice: 'كل إنشاء وتعديل وحذف ومسح يُسجَّل هنا.',
  noneOfVerb: 'لا نشاط من هذا النوع',
  noneOfVerbAdvice: 'اختر نوعاً آخر، أو اعرض النشاط كله.',
  showAll: 'عرض كل النشاط',
} as const
