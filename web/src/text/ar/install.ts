export const install = {
  newer: 'وصلت نسخة أحدث من حُضور',
  take: 'حدّث الآن',
} as const
