export const format = {
  badDate: 'تاريخ غير صحيح',
  morning: 'صباحاً',
  evening: 'مساءً',
  hijri: 'هـ',
  gregorian: 'م',
} as const
