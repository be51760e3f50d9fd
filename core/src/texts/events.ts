import { formatCount } from '../counted.ts'
import { designWord, eventWord, madeWord, personWord, placeWord, requestWord } from './words.ts'

export const event = {
  taken: (name: string) => `لديك مناسبة أخرى بهذا الاسم في هذا اليوم: «${name}»`,
  idTaken: 'توجد مناسبة أخرى بهذا المعرّف',
  badTime: 'اكتب الساعة هكذا: 19:30',
  badMapUrl: 'رابط الخريطة يبدأ بـ https://',
  gone: 'المناسبة محذوفة',
}

export const dayHalves = { morning: 'صباحًا', evening: 'مساءً' }

export const generator = {
  eventName: 'يرجى إدخال اسم المناسبة',
  eventDate: 'يرجى إدخال تاريخ المناسبة',
  names: 'يرجى إدخال أسماء المعازيم',
  guest: 'يرجى إدخال اسم الضيف',
  overBalance: (requested: number, remaining: number) => `لا يمكنك توليد ${requested} دعوة. الرصيد المتاح: ${remaining} دعوة`,
  tooManyPending: (max: number) => `لا يُقبل لصاحب المناسبة أكثر من ${formatCount(max, madeWord)} معلّقة. اطلب من مدير النظام رفع رصيده`,
}

export const link = {
  name: 'اكتب اسماً للرابط',
  gone: 'هذا الرابط أُبطل',
  allotment: 'اكتب عدد الأشخاص الذين يدعوهم صاحب الرابط',
  overBalance: (allotment: number, remaining: number) =>
    `الحصّة ${formatCount(allotment, personWord)}، وبقي في رصيدك ${formatCount(remaining, madeWord)}`,
  overAllotment: (requested: number, remaining: number) =>
    `طلبتم دعوة ${formatCount(requested, placeWord)}، وبقي من حصّتكم ${formatCount(remaining, personWord)}`,
  full: (devices: number) => `هذا الرابط مفتوح على ${devices} جهازاً، وهذا أكثر ما يُسمح به. اطلب من صاحب المناسبة رابطاً آخر`,
  belowUsed: (used: number) => `دُعي بهذا الرابط ${formatCount(used, personWord)}، فلا تقل حصته عن ذلك`,
  ended: 'انتهى هذا الرابط. اطلب من صاحب المناسبة رابطاً جديداً',
}

/** The answer of a guest. */
export const guest = {
  choose: 'اختاروا «سأحضر» أو «أعتذر»',
  answersEnded: 'انتهى وقت الرد على هذه الدعوة',
  answersUsed: 'تغيّر هذا الرد مرات كثيرة. لتغييره ثانيةً اتصلوا بأصحاب الدعوة',
  tooManyPeople: (places: number) => `الدعوة لا تتجاوز ${formatCount(places, placeWord)}`,
  people: (places: number) => `اكتبوا عدد الحضور. الدعوة لا تتجاوز ${formatCount(places, placeWord)}`,
}

/** The label of an invitation without a guest's name. */
export const namelessGuest = 'دعوة عامة'
/** The label of an event whose name is no longer stored. */
export const deletedEvent = 'مناسبة محذوفة'

/** Refusals at the limits of resources that are free of charge: each text names the limit and how to get below it. */
export const budget = {
  requests: (max: number) => `لديك ${formatCount(max, requestWord)} قيد المراجعة، وهذا أكثر ما يُحفظ. انتظر الرد عليها ثم أعد المحاولة`,
  designs: (max: number) => `لديك ${formatCount(max, designWord)}، وهذا أكثر ما يُحفظ. احذف تصميماً لا تحتاج إليه ثم أعد المحاولة`,
  events: (max: number) => `لديك ${formatCount(max, eventWord)}، وهذا أكثر ما يُحفظ. احذف مناسبة لا تحتاج إليها ثم أعد المحاولة`,
  links: (max: number) => `لهذه المناسبة ${max} رابطاً، وهذا أكثر ما يُحفظ. أبطل رابطاً لا تحتاج إليه ثم أعد المحاولة`,
  ownerLinks: (max: number) => `لديك ${max} رابطاً، وهذا أكثر ما يُحفظ. أبطل روابط لا تحتاج إليها ثم أعد المحاولة`,
  edits: (max: number) => `بلغت تعديلاتك اليوم ${max}، وهذا أكثر ما يُسمح به في اليوم. أعد المحاولة غداً`,
}
