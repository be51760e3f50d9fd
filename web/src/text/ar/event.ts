/** Texts about one event that several screens show. */
export const event = {
  open: 'افتح المناسبة',
  today: 'اليوم',
  tomorrow: 'غداً',
  yesterday: 'أمس',
  inDays: (days: string) => `بعد ${days}`,
  daysAgo: (days: string) => `قبل ${days}`,
  dayWord: { one: 'يوم', two: 'يومين', few: 'أيام', many: 'يوماً', other: 'يوم' },
  dayAndHour: (day: string, hour: string) => `${day}، الساعة ${hour}`,
} as const
