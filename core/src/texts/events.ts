import { formatCount } from '../counted.ts'
import { designWord, deviceWord, eventWord, madeWord, personWord, placeWord, requestWord } from './words.ts'

export const event = {
  taken: (name: string) => `لديك مناسبة أخرى بهذا الاسم في هذا اليوم: «${name}»`,
  badTime: 'اكتب الساعة هكذا: 19:30',
  badMapUrl: 'رابط الخريطة يبدأ بـ https://',
  tooManySideMessages: (max: number) => `نصوص الجهات ${max} على الأكثر. احذف نصاً منها ثم أعد المحاولة`,
  gone: 'المناسبة محذوفة',
  ofOtherOwner: 'بعض هذه الدعوات لمضيف آخر، فلا تُنقل إلى هذه المناسبة',
  notRestorable: 'لم تعد هذه المناسبة في المحذوفة: استُرجعت من قبل، أو مضت مدّة استرجاعها',
  createdAgain: (name: string) => `أُنشئت مناسبة «${name}» من جديد بعد حذفها. احذف الجديدة، ثم استرجع المحذوفة`,
  restoreOverBalance: (charged: number, remaining: number) =>
    `يُخصم عند الاسترجاع ما أعاده الحذف إلى رصيدك، وهو ${formatCount(charged, madeWord)}، وبقي فيه ${formatCount(remaining, madeWord)}. اطلب من مدير النظام رفع رصيدك`,
}

/** The partners of an event. */
export const partner = {
  username: 'اكتب اسم المستخدم لشريكك',
  unknown: 'لا يوجد حساب بهذا الاسم. يُسجّل شريكك حسابه أولاً، ثم تضيفه هنا',
  isOwner: 'هذا حساب صاحب المناسبة',
  ownerOnly: 'يفعل ذلك صاحب المناسبة وحده',
  tooMany: (max: number) => `لهذه المناسبة ${max} شركاء، وهذا أكثر ما يُسمح به. أزل شريكاً ثم أعد المحاولة`,
  tooManyEvents: 'هذا الحساب شريك في مناسبات كثيرة. اطلب منه أن يترك إحداها',
  otherEvent: 'لا تُنقل الدعوة إلى مناسبة لست شريكاً فيها',
}

export const eventIdTaken = 'توجد مناسبة أخرى بهذا المعرّف'

export const dayHalves = { morning: 'صباحاً', evening: 'مساءً' }

export const generator = {
  eventName: 'يرجى إدخال اسم المناسبة',
  eventDate: 'يرجى إدخال تاريخ المناسبة',
  names: 'يرجى إدخال أسماء المعازيم',
  guest: 'يرجى إدخال اسم الضيف',
  tooManyChildren: (persons: number) => `الأطفال من أشخاص الدعوة، فلا يزيدون على ${persons}`,
  overBalance: (requested: number, remaining: number) => `لا يمكنك توليد ${requested} دعوة. الرصيد المتاح: ${remaining} دعوة`,
  tooManyPending: (max: number) => `لا يُقبل لصاحب المناسبة أكثر من ${formatCount(max, madeWord)} معلّقة. اطلب من مدير النظام رفع رصيده`,
}

export const link = {
  name: 'اكتب اسماً للرابط',
  overAllotment: (requested: number, remaining: number) =>
    `طلبتم دعوة ${formatCount(requested, { ...personWord, two: 'شخصين' })}، وبقي من حصّتكم ${formatCount(remaining, personWord)}`,
  full: (devices: number) =>
    `هذا الرابط مفتوح على ${formatCount(devices, deviceWord)}، وهذا أكثر ما يُسمح به. اطلب من صاحب المناسبة رابطاً آخر`,
  ended: 'انتهى هذا الرابط. اطلب من صاحب المناسبة رابطاً جديداً',
  badPin: 'الرقم السري من 4 إلى 6 أرقام',
  pinRequired: 'اكتب الرقم السري لهذا الرابط',
  wrongPin: 'الرقم السري غير صحيح',
  pinLocked: 'كُتب الرقم السري خطأً خمس مرات. أعد المحاولة بعد 15 دقيقة',
}

/** The texts about links that only a server uses. They are an export of their own, so that browsers do not load them. */
export const linkOnServer = {
  gone: 'أُبطل هذا الرابط',
  idTaken: 'يوجد رابط آخر بهذا المعرّف',
  allotment: 'اكتب عدد الأشخاص الذين يدعوهم صاحب الرابط',
  overBalance: (allotment: number, remaining: number) =>
    `الحصّة ${formatCount(allotment, personWord)}، وبقي في الرصيد ${formatCount(remaining, madeWord)}`,
  belowUsed: (used: number) => `دُعي بهذا الرابط ${formatCount(used, personWord)}، فلا تقل حصته عن ذلك`,
  deviceGone: 'خرج هذا الجهاز من الرابط من قبل',
  lastsTooLong: 'يعمل الرابط 90 يوماً بعد المناسبة على الأكثر. اختر يوماً أقرب',
}

/** The answer of a guest. */
export const guest = {
  choose: 'اختاروا «سأحضر» أو «أعتذر»',
  answersEnded: 'انتهى وقت الرد على هذه الدعوة',
  notDeclined: 'لا تُعطى لضيف آخر إلا دعوة اعتذر صاحبها ولم يدخل بها أحد',
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
  walkIns: (max: number) => `لهذه المناسبة ${max} سطراً لمن دخلوا بلا بطاقة، وهذا أكثر ما يُحفظ`,
  edits: (max: number) => `بلغت تعديلاتك اليوم ${max}، وهذا أكثر ما يُسمح به في اليوم. أعد المحاولة غداً`,
}
