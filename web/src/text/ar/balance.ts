export const balance = {
  label: 'الرصيد',
  of: (owner: string) => `رصيد ${owner}`,
  left: (left: string, limit: string) => `بقي ${left} من ${limit}`,
  requested: (count: string, after: string) => `المطلوب الآن ${count}، ويبقى بعده ${after}`,
  beyond: (count: string) => `المطلوب الآن ${count}`,
} as const
