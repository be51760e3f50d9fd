/** The trial card, with which a host sees what guests get. */
export const trial = {
  guest: 'ضيف تجربة',
  scanned: 'هذه بطاقة تجربة، لا تُدخل أحداً ولا تُحسب',
  page: 'تجربة: هكذا تصل الدعوة إلى الضيف. لا يُقبل هذا الرمز عند الباب، ولا يُحفظ رد.',
}

/** The page of an invitation, which its guest opens. */
export const guestPage = {
  days: { one: 'غداً', two: 'بعد يومين', few: 'بعد # أيام', many: 'بعد # يوماً', other: 'بعد # يوم' },
  today: (time: string) => (time === '' ? 'اليوم' : `اليوم، ${time}`),
  hour: (time: string) => `الساعة ${time}`,
  hijri: (day: string) => `${day}هـ`,
  year: (year: string) => `${year}م`,
  for: { one: 'الدعوة لشخص واحد', two: 'الدعوة لشخصين', few: 'الدعوة لـ# أشخاص', many: 'الدعوة لـ# شخصاً', other: 'الدعوة لـ# شخص' },
  came: { one: 'شخص واحد', two: 'شخصان', few: '# أشخاص', many: '# شخصاً', other: '# شخص' },
  attending: (people: string) => `الحضور: ${people}`,
  noChildren: 'الدعوة للكبار فقط، وجنة الأطفال منازلهم',
  declined: 'اعتذرتم عن الحضور',
  answered: 'وصل ردّكم، شكراً لكم',
  answeredForFormerDay: 'أجبتم على الموعد السابق، فأجيبوا على الجديد',
  reduced: (announced: string) => `كان ردّكم ${announced}، وعدد الأماكن الآن أقل`,
  until: (day: string) => `حتى ${day}`,
  changeUntil: (day: string) => `يمكن تغييره حتى ${day}`,
  said: (note: string) => `«${note}»`,
  of: (places: string) => `من ${places}`,
  anyGuest: 'ضيفنا الكريم',
  title: (event: string) => `دعوة إلى ${event}`,
  emblems: {
    cancelled: {
      title: 'أُلغيت هذه الدعوة',
      why: 'لن يُقبل رمزها عند الباب. إن كان في الأمر سهو فأصحاب الدعوة يسعدهم اتصالكم.',
    },
    replaced: {
      title: 'استُبدلت ببطاقة أحدث',
      why: 'أرسل إليكم أصحاب الدعوة بطاقة جديدة. افتحوا آخر رسالة وصلتكم منهم، فرمزها هو الذي يُقبل عند الباب.',
    },
    /** Replaces `replaced` while the host has not marked the new card as sent. */
    unsent: {
      title: 'استُبدلت ببطاقة أحدث',
      why: 'عند أصحاب الدعوة بطاقة جديدة لكم، ورمزها هو الذي يُقبل عند الباب. إن لم تصلكم بعد فاطلبوها منهم.',
    },
    givenAway: {
      title: 'اعتذرتم عن هذه الدعوة',
      why: 'وصل جوابكم إلى أصحاب الدعوة، ونشكركم عليه. إن تغيّر شيء فأصحاب الدعوة يسعدهم اتصالكم.',
    },
    pending: { title: 'لم تكتمل هذه الدعوة بعد', why: 'يعمل أصحاب الدعوة على إكمالها. أعيدوا فتح هذه الصفحة لاحقاً.' },
    over: { title: 'انتهت المناسبة', why: 'نشكركم على اهتمامكم، ودمتم بخير.' },
    attended: { title: 'شكراً لحضوركم', why: 'سعدنا بكم، ودمتم بخير.' },
    unknown: { title: 'لا دعوة بهذا العنوان', why: 'تأكّدوا من أن الرابط كامل كما وصلكم، أو اطلبوه من أصحاب الدعوة.' },
    busy: { title: 'المحاولات كثيرة', why: 'انتظروا قليلاً ثم أعيدوا المحاولة.' },
  },
}
