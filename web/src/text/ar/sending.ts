import { screenNames } from './app.ts'

type KnownEventDetails = { hasHour: boolean; hasTimeWords: boolean; hasPlace: boolean }

/**
 * Returns the part of a message with the placeholders for the day, the time and the place of the event. Leaves out the time and the place
 * if the event has none.
 */
const describeDayTimeAndPlace = ({ hasHour, hasTimeWords, hasPlace }: KnownEventDetails) =>
  `يوم {اليوم}${hasTimeWords ? '، {الساعة}' : hasHour ? '، الساعة {الساعة}' : ''}${hasPlace ? '، في {المكان}' : ''}`

/** Texts of the screen on which a host sends the invitations of an event to its guests. */
export const sending = {
  title: screenNames.sending,
  localLinks: 'عنوان النظام هنا لهذا الجهاز وحده، فلن تُفتح الروابط التي ترسلها على هاتف الضيف. افتح النظام بعنوانه العام ثم أرسل.',
  of: {
    unsent: 'لم تُرسل دعوتهم',
    unopened: 'لم يفتحوا دعوتهم',
    unanswered: 'لم يُجيبوا',
    selected: 'المحددون',
  },
  progress: (total: string) => `من ${total}`,
  left: (count: string) => `بقي ${count}`,
  sent: 'أُرسلت',
  sentTo: (guest: string) => `أُرسلت دعوة ${guest}`,
  undo: 'لم أُرسلها',
  undone: (guest: string) => `أُزيلت علامة الإرسال عن دعوة ${guest}`,
  sentBefore: (moment: string) => `أُرسلت من قبل: ${moment}`,
  noAnswer: 'لم يصل جواب من الخادم. أعد المحاولة',
  noPhone: 'بلا رقم',
  badPhone: (phone: string) => `هذا الرقم لا يصلح: \u2068${phone}\u2069`,
  phone: 'رقم الضيف',
  phoneHint: 'برمز الدولة أو بدونه',
  badNewPhone: 'هذا ليس رقم هاتف صحيحاً. راجع أرقامه ورمز الدولة',
  savePhone: 'حفظ الرقم',
  received: 'ما سيصله',
  message: 'نص الرسالة',
  edit: 'تعديل النص',
  whatsapp: 'أرسل على واتساب',
  chooseContact: 'أرسل واختره من جهاتك',
  otherWays: 'طريقة أخرى',
  otherWaysOf: (guest: string) => `طريقة أخرى إلى ${guest}`,
  skip: 'تخطَّ هذا الضيف',
  markFailed: (guest: string) => `لم تُحفظ علامة الإرسال لدعوة ${guest}`,
  allSent: 'أُرسلت كل الدعوات',
  allReminded: 'لم يبقَ أحد في هذه الجولة',
  allSentAdvice: 'تعود فتذكّر من لم يفتح دعوته أو لم يُجب من قائمة الضيوف.',
  skipped: (count: string) => `من تخطيتهم: ${count}`,
  skippedAdvice: 'أضف أرقامهم أو أرسل لهم بطريقة أخرى.',
  backToSkipped: 'عُد إلى من تخطيتهم',
  toGuests: 'إلى قائمة الضيوف',
  nobody: 'لا أحد هنا لترسل إليه',
  picture: 'صورة البطاقة',
  pictureHint: 'بالمشاركة من الجهاز، ومعها النص والرابط',
  pictureDownloads: 'هذا المتصفح لا يشارك الصور، فتُحفظ في الجهاز',
  pictureSaved: 'حُفظت البطاقة في الجهاز',
  pictureFailed: 'تعذّر رسم البطاقة. أعد المحاولة',
  shareFailed: 'لم تتم المشاركة',
  sms: 'رسالة نصية',
  copy: 'نسخ النص والرابط',
  byHand: 'وصلته بغير هذا',
  byHandHint: 'تُعلَّم دعوته مُرسلة فقط',
  via: { whatsapp: 'واتساب', picture: 'صورة البطاقة', sms: 'رسالة نصية', other: 'بطريقة أخرى' },
  editor: {
    title: 'نص الرسالة',
    words: 'كلمات تُملأ لكل ضيف',
    insert: (word: string) => `أدرج ${word}`,
    ready: 'نصوص جاهزة',
    names: { formal: 'رسمي', short: 'قصير', reminder: 'تذكير' },
    withoutLink: 'النص بلا {الرابط}، فلن تصل الضيف بطاقته ورمز دخوله.',
    withoutHour: 'المناسبة بلا ساعة، فيبقى مكان {الساعة} فارغاً.',
    withoutPlace: 'المناسبة بلا مكان، فيبقى مكان {المكان} فارغاً.',
    empty: 'اكتب نص الرسالة',
    onlyNow: 'هذا النص لهذه الجولة وحدها.',
    saved: 'تم حفظ النص',
    save: 'حفظ النص',
    use: 'استخدم هذا النص',
  },
  suggested: {
    formal: (event: KnownEventDetails) =>
      `السلام عليكم ورحمة الله،\nحيّاكم الله {الضيف}. يسرّنا حضوركم {المناسبة} ${describeDayTimeAndPlace(event)}.\nهذه دعوتكم، وفيها رمز الدخول:\n{الرابط}`,
    short: () => '{الضيف}، ندعوكم إلى {المناسبة} يوم {اليوم}. بطاقتكم ورمز الدخول: {الرابط}',
    reminder: (event: KnownEventDetails) =>
      `حيّاكم الله {الضيف}، نذكّركم بموعد {المناسبة} ${describeDayTimeAndPlace(event)}.\nنرجو تأكيد حضوركم من هنا:\n{الرابط}`,
  },
  guestPage: {
    both: { lacks: 'صفحة الضيف بلا مكان ولا ساعة،', add: 'أضفهما' },
    place: { lacks: 'صفحة الضيف بلا مكان،', add: 'أضفه' },
    time: { lacks: 'صفحة الضيف بلا ساعة،', add: 'أضفها' },
  },
  start: (count: string) => `إرسال ما لم يُرسل: ${count}`,
  startShort: (count: string) => `إرسال إلى ${count}`,
  continue: 'أكمل الإرسال',
  remind: {
    unopened: 'ذكّر من لم يفتحوا دعوتهم',
    unanswered: 'ذكّر من لم يُجيبوا',
  },
  unsentLeft: (count: string) => `لم تُرسل بعد: ${count}`,
} as const

export const paper = {
  menu: 'طباعة',
  stop: 'إيقاف',
  settings: 'في نافذة الطباعة: ورق A4، بلا هوامش، والحجم الفعلي 100%.',
  sheetWord: { one: 'ورقة واحدة', two: 'ورقتان', few: 'أوراق', many: 'ورقة', other: 'ورقة' },
  cards: {
    action: 'البطاقات، أربع في الورقة',
    title: 'البطاقات للطباعة',
    drawing: 'رسم البطاقات',
    ready: (sheets: string, cards: string) => `${sheets} فيها ${cards}، مرتبة على حروف أسماء الضيوف، وعند زوايا كل بطاقة علامات القص.`,
    failed: 'تعذّر رسم البطاقات. أغلق النافذة وأعد المحاولة',
    empty: 'لا بطاقات بلا ضيوف',
    emptyAdvice: 'أضف الضيوف أولاً، ثم اطبع بطاقاتهم.',
  },
  tables: {
    action: 'أسماء الطاولات',
    title: 'أسماء الطاولات',
    table: 'الطاولة',
    tableWord: { one: 'طاولة واحدة', two: 'طاولتان', few: 'طاولات', many: 'طاولة', other: 'طاولة' },
    ready: (tables: string, sheets: string) => `${tables} في ${sheets}. في كل ورقة لوحتان بمقاس A5 تُقصّان من وسطها.`,
    part: (part: string, parts: string) => `${part} من ${parts}`,
    empty: 'لا طاولة لأي ضيف بعد',
    emptyAdvice: 'اكتب الطاولة عند تعديل الضيف، أو في عمود «الطاولة» من القائمة التي تستوردها.',
  },
} as const

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
  enteredOf: (entered: string, people: string) => `وصل ${entered} من ${people}`,
  tooLong: (most: string) => `القائمة أطول من ${most} دعوة. اختر مناسبة ثم اطبعها`,
} as const
