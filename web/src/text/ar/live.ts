export const live = { live: 'مباشر', polling: 'تُحدَّث كل 10 ثوانٍ', since: (time: string) => `آخر تحديث ${time}` } as const
