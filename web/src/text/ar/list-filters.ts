/** Texts of the filters that the lists of the office share. */
export const listFilters = {
  open: 'تصفية وترتيب',
  from: 'من يوم',
  to: 'إلى يوم',
  backwards: 'اليوم الثاني قبل الأول',
  sort: 'الترتيب',
  sorts: { newest: 'الأحدث', waiting: 'الأقدم انتظاراً', oldest: 'الأقدم' },
  reset: 'مسح',
} as const
