/** Texts of the names field of the generator, and of the lists that were imported into it. */
export const guests = {
  title: 'مراجعة القائمة',
  import: 'استيراد من ملف',
  importHint: 'CSV أو Excel أو vCard أو محادثة، أو الصق القائمة في الخانة',
  earlierEvent: 'ضيوف مناسبة سابقة',
  contacts: 'من جهات الاتصال',
  contactsFailed: 'تعذّر فتح جهات الاتصال. صدّرها ملف vCard ثم استورده',
  imported: (name: string, count: string) => `من \u2068${name}\u2069: ${count}`,
  pasted: 'جدول ملصوق',
  pastedList: 'قائمة ملصوقة',
  needed: 'في القائمة ما ليس من الأسماء: ترقيم أو أعداد أو أرقام هواتف. راجعها قبل التوليد',
  review: (list: string) => `مراجعة ما جاء ${list}`,
  remove: (name: string) => `إزالة ما جاء من ${name}`,
  removeQuestion: (name: string) => `إزالة ما جاء من \u2068${name}\u2069؟`,
  removeMeans: (count: string) => `يُزال من النموذج ${count}، ومعه ما صحّحته وأجبت به عند المراجعة.`,
  removeConfirm: 'إزالة',
  guestWord: { one: 'ضيف واحد', two: 'ضيفان', few: 'ضيوف', many: 'ضيفاً', other: 'ضيف' },
} as const

/** Texts of the dialog that takes guests of an earlier event. */
export const earlierEvent = {
  title: 'ضيوف مناسبة سابقة',
  eventsFailed: 'تعذّر تحميل مناسباتك',
  guestsFailed: 'تعذّر تحميل ضيوف المناسبة',
  noEvents: 'لا مناسبة أخرى فيها ضيوف',
  source: (event: string) => `ضيوف ${event}`,
  group: 'من تدعو منهم',
  groups: { all: 'كل الضيوف', arrived: 'من وصل', absent: 'من لم يصل', declined: 'من اعتذر' },
  everySide: 'كل الجهات',
  count: (guests: string, all: string) => `${guests} من ${all}`,
} as const
