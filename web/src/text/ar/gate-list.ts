export const gateList = {
  print: 'قائمة البوابة',
  title: 'قائمة الدعوات',
  summary: (invitations: string, people: string) => `الدعوات: ${invitations} · الأشخاص: ${people}`,
  nobody: 'لا ضيوف في القائمة',
  partOnly: 'بعض الضيوف فقط',
  printedAt: (moment: string) => `طُبعت ${moment}`,
  otherNames: 'أخرى',
  table: (table: string) => `ط \u2068${table}\u2069`,
  places: (people: string) => `× ${people}`,
  enteredOf: (entered: string, people: string) => `دخل ${entered} من ${people}`,
  tooLong: (most: string) => `القائمة أطول من ${most} دعوة. اختر مناسبة ثم اطبعها`,
} as const
