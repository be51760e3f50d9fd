/** Texts of the dialog that finds anything by a few letters. */
export const find = {
  title: 'بحث وتنقّل',
  placeholder: 'اسم، أو رقم هاتف، أو رمز دعوة',
  results: 'النتائج',
  screens: 'الشاشات',
  kinds: {
    guest: 'الضيوف',
    event: 'المناسبات',
    user: 'المستخدمون',
    order: 'طلبات الموقع',
    request: 'طلبات المستخدمين',
    message: 'الرسائل',
  },
  tooShort: 'اكتب حرفين على الأقل، أو أربعة أرقام من رقم الهاتف',
  searching: 'جاري البحث',
  nothing: 'لا نتيجة',
  failed: 'تعذّر البحث في الأسماء',
  found: { one: 'نتيجة واحدة', two: 'نتيجتان', few: 'نتائج', many: 'نتيجة', other: 'نتيجة' },
  offline: 'دون اتصال يجد البحث الشاشات، والضيوف والمناسبات المحفوظة على هذا الجهاز.',
} as const
