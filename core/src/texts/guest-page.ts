/** The page of an invitation, which its guest opens. */
export const guestPage = {
  days: { one: 'غدًا', two: 'بعد يومين', few: 'بعد # أيام', many: 'بعد # يومًا', other: 'بعد # يوم' },
  today: (time: string) => (time === '' ? 'اليوم' : `اليوم، ${time}`),
  hour: (time: string) => `الساعة ${time}`,
  hijri: (day: string) => `${day}هـ`,
  year: (year: string) => `${year}م`,
  for: { one: 'الدعوة لشخص واحد', two: 'الدعوة لشخصين', few: 'الدعوة لـ# أشخاص', many: 'الدعوة لـ# شخصًا', other: 'الدعوة لـ# شخص' },
  came: { one: 'شخص واحد', two: 'شخصان', few: '# أشخاص', many: '# شخصًا', other: '# شخص' },
  attending: (people: string) => `الحضور: ${people}`,
  declined: 'اعتذرتم عن الحضور',
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
    pending: { title: 'لم تكتمل هذه الدعوة بعد', why: 'يعمل أصحاب الدعوة على إكمالها. أعيدوا فتح هذه الصفحة لاحقًا.' },
    over: { title: 'انتهت المناسبة', why: 'نشكركم على اهتمامكم، ودمتم بخير.' },
    attended: { title: 'شكرًا لحضوركم', why: 'سعدنا بكم، ودمتم بخير.' },
    unknown: { title: 'لا دعوة بهذا العنوان', why: 'تأكّدوا من أن الرابط كامل كما وصلكم، أو اطلبوه من أصحاب الدعوة.' },
    busy: { title: 'المحاولات كثيرة', why: 'انتظروا قليلًا ثم أعيدوا المحاولة.' },
  },
}
