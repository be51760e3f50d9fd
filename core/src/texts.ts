import { formatCount } from './counted.ts'

const letterWord = { one: 'حرف واحد', two: 'حرفين', few: 'أحرف', many: 'حرفاً', other: 'حرف' }
const madeWord = { one: 'دعوة', two: 'دعوتان', few: 'دعوات', many: 'دعوة', other: 'دعوة' }
const requestWord = { one: 'طلب واحد', two: 'طلبان', few: 'طلبات', many: 'طلباً', other: 'طلب' }
const designWord = { one: 'تصميم واحد', two: 'تصميمان', few: 'تصاميم', many: 'تصميماً', other: 'تصميم' }
const eventWord = { one: 'مناسبة واحدة', two: 'مناسبتان', few: 'مناسبات', many: 'مناسبة', other: 'مناسبة' }
const placeWord = { one: 'شخصًا واحدًا', two: 'شخصين', few: 'أشخاص', many: 'شخصًا', other: 'شخص' }
const pictureWord = { one: 'صورة واحدة', two: 'صورتان', few: 'صور', many: 'صورة', other: 'صورة' }

/** The Arabic texts of the server and of the rules. Texts of screens only are in `web/src/text/ar.ts`. */
export const texts = {
  badInput: 'البيانات المرسلة غير صحيحة',
  badText: 'يحتوي النص على رموز لا يمكن حفظها',
  badDate: 'تاريخ غير صحيح',
  badNumber: (min: number, max: number) => `اكتب عدداً من ${min} إلى ${max}`,
  letterWord,
  tooLong: (max: number) => `النص أطول من ${formatCount(max, letterWord)}`,
  badPhone: 'رقم الهاتف غير صحيح',
  badEmail: 'البريد الإلكتروني غير صحيح',
  badPassword: 'كلمة المرور أطول من المسموح',
  requiredFields: 'يرجى ملء جميع الحقول المطلوبة',
  tooLarge: 'حجم البيانات المرسلة أكبر من المسموح',
  tooMany: (max: number) => `لا يمكن توليد أكثر من ${formatCount(max, { ...madeWord, two: 'دعوتين' })} في المرة الواحدة`,
  notJson: 'صيغة الطلب غير مدعومة',
  wrongOrigin: 'رُفض الطلب لأنه جاء من موقع آخر',
  notSignedIn: 'سجّل الدخول للمتابعة',
  notAllowed: 'غير مصرح لك',
  notFound: 'العنصر المطلوب غير موجود',
  nonceTaken: 'استُعمل هذا المعرّف لطلب آخر',
  idTaken: 'توجد دعوة بهذا المعرّف ومحتواها مختلف',
  busy: 'الطلبات كثيرة الآن. انتظر قليلاً ثم أعد المحاولة',
  diskIsLow: 'لا يقبل الخادم رسائل وطلبات جديدة الآن. لم يُحفظ شيء، أعد المحاولة لاحقاً',
  unavailable: 'تعذّر الحفظ الآن. لم يتغيّر شيء، أعد المحاولة بعد قليل',
  failed: 'حدث خطأ غير متوقع في الخادم',
  offline: 'غير متاح دون اتصال',

  login: {
    missing: 'يرجى إدخال اسم المستخدم وكلمة المرور',
    wrong: 'اسم المستخدم أو كلمة المرور غير صحيحة',
    failed: (message: string) => `حدث خطأ أثناء تسجيل الدخول: ${message}`,
  },

  register: {
    done: 'تم إنشاء الحساب بنجاح! الحساب قيد المراجعة',
    waiting: 'الحساب قيد المراجعة',
    tooShort: 'كلمة المرور يجب أن تكون 6 أحرف على الأقل',
    belowEight: 'كلمة المرور يجب أن تكون 8 أحرف على الأقل',
    usernameTaken: 'اسم المستخدم موجود مسبقاً',
    badUsername: 'اسم المستخدم حروف من أبجدية واحدة وأرقام، وبينها نقطة أو شرطة إن شئت',
  },

  users: {
    lastAdministrator: 'لا يمكن حذف المدير الأخير أو إزالة صلاحياته',
    oneself: 'لا يمكن حذف المستخدم الحالي',
    decided: 'بُتّ في هذا الطلب من قبل',
  },

  password: {
    missing: 'يرجى ملء جميع الحقول',
    tooShort: 'كلمة المرور الجديدة يجب أن تكون 6 أحرف على الأقل',
    belowEight: 'كلمة المرور الجديدة يجب أن تكون 8 أحرف على الأقل',
    common: 'كلمة المرور هذه من أكثر الكلمات استعمالاً فيسهل تخمينها. اختر غيرها',
    holdsUsername: 'لا تضع اسم المستخدم في كلمة المرور. اختر غيرها',
    wrong: 'كلمة المرور الحالية غير صحيحة',
  },

  /** Refusals at the limits of resources that are free of charge: each text names the limit and how to get below it. */
  budget: {
    requests: (max: number) => `لديك ${formatCount(max, requestWord)} قيد المراجعة، وهذا أكثر ما يُحفظ. انتظر الرد عليها ثم أعد المحاولة`,
    designs: (max: number) => `لديك ${formatCount(max, designWord)}، وهذا أكثر ما يُحفظ. احذف تصميماً لا تحتاج إليه ثم أعد المحاولة`,
    events: (max: number) => `لديك ${formatCount(max, eventWord)}، وهذا أكثر ما يُحفظ. احذف مناسبة لا تحتاج إليها ثم أعد المحاولة`,
    links: (max: number) => `لهذه المناسبة ${max} رابطاً، وهذا أكثر ما يُحفظ. أبطل رابطاً لا تحتاج إليه ثم أعد المحاولة`,
    ownerLinks: (max: number) => `لديك ${max} رابطاً، وهذا أكثر ما يُحفظ. أبطل روابط لا تحتاج إليها ثم أعد المحاولة`,
    edits: (max: number) => `بلغت تعديلاتك اليوم ${max}، وهذا أكثر ما يُسمح به في اليوم. أعد المحاولة غداً`,
    forms: 'لدينا رسائل وطلبات كثيرة لم نرد عليها بعد، فلا نستقبل غيرها الآن. أعد المحاولة لاحقاً أو اتصل بنا',
  },

  account: {
    localAdministrator: 'مدير هذا الجهاز',
    deletedByOneself: 'حذف المستخدم حسابه بنفسه',
    deletedByAdministrator: 'حذفه مدير النظام',
  },

  generator: {
    eventName: 'يرجى إدخال اسم المناسبة',
    eventDate: 'يرجى إدخال تاريخ المناسبة',
    names: 'يرجى إدخال أسماء المعازيم',
    guest: 'يرجى إدخال اسم الضيف',
    overBalance: (requested: number, remaining: number) => `لا يمكنك توليد ${requested} دعوة. الرصيد المتاح: ${remaining} دعوة`,
    tooManyPending: (max: number) => `لا يُقبل لصاحب المناسبة أكثر من ${formatCount(max, madeWord)} معلّقة. اطلب من مدير النظام رفع رصيده`,
  },

  event: {
    taken: (name: string) => `لديك مناسبة أخرى بهذا الاسم في هذا اليوم: «${name}»`,
    idTaken: 'توجد مناسبة أخرى بهذا المعرّف',
    badTime: 'اكتب الساعة هكذا: 19:30',
    badMapUrl: 'رابط الخريطة يبدأ بـ https://',
    gone: 'المناسبة محذوفة',
  },

  link: {
    name: 'اكتب اسماً للرابط',
    gone: 'هذا الرابط أُبطل',
    allotment: 'اكتب عدد دعوات الرابط',
    overBalance: (allotment: number, remaining: number) =>
      `الحصّة ${formatCount(allotment, madeWord)}، وبقي في رصيدك ${formatCount(remaining, madeWord)}`,
    overAllotment: (requested: number, remaining: number) =>
      `طلبتم ${formatCount(requested, { ...madeWord, two: 'دعوتين' })}، وبقي من حصّتكم ${formatCount(remaining, madeWord)}`,
    full: (devices: number) => `هذا الرابط مفتوح على ${devices} جهازاً، وهذا أكثر ما يُسمح به. اطلب من صاحب المناسبة رابطاً آخر`,
    belowUsed: (used: number) => `أُنشئت بهذا الرابط ${formatCount(used, madeWord)}، فلا تقل حصته عن ذلك`,
    ended: 'انتهى هذا الرابط. اطلب من صاحب المناسبة رابطاً جديداً',
  },

  picture: {
    problems: {
      empty: 'الملف فارغ. اختر صورة أخرى',
      'not-an-image': 'هذا الملف ليس صورة نقرؤها. اختر صورة PNG أو JPEG أو WebP',
      'too-many-pixels': 'أبعاد الصورة أكبر من المسموح: 40 ميغابكسل. صغّرها ثم اخترها ثانية',
      'too-long': 'أحد بُعدي الصورة أكبر من المسموح: 12000 بكسل. صغّرها ثم اخترها ثانية',
      animated: 'الصورة متحركة، والبطاقة لا تتحرك. اختر صورة ثابتة',
      broken: 'ملف الصورة ناقص أو تالف. اختر صورة أخرى',
      'without-design': 'احفظ تصميم بطاقات المناسبة أولاً، ثم صورتها',
      'not-of-event': 'صورة المناسبة تكون JPEG بعرض 1200 وارتفاع 630 بكسلاً',
    },
    tooMany: (max: number) => `لديك ${formatCount(max, pictureWord)}، وهذا أكثر ما يُحفظ. احذف تصميماً لا تحتاج إليه ثم أعد المحاولة`,
    gone: 'صورة الخلفية لم تعد محفوظة. اخترها مرة أخرى',
  },
  design: { idTaken: 'يوجد تصميم آخر بهذا المعرّف' },

  activity: {
    userCreated: (name: string) => `أُنشئ حساب «${name}»`,
    userUpdated: (name: string) => `عُدّل حساب «${name}»`,
    userDeleted: (name: string) => `حُذف حساب «${name}»`,
    userApproved: (name: string) => `قُبل طلب تسجيل «${name}»`,
    userRejected: (name: string) => `رُفض طلب تسجيل «${name}»`,
    updated: (guest: string, event: string) => `عُدّلت دعوة «${guest}» لمناسبة «${event}»`,
    deleted: (guest: string, event: string) => `حُذفت دعوة «${guest}» لمناسبة «${event}»`,
    answered: (guest: string, event: string) => `سُجّل رد «${guest}» على دعوة «${event}»`,
    reissued: (guest: string, event: string) => `أُصدرت بطاقة جديدة لدعوة «${guest}» لمناسبة «${event}»`,
    cancelled: (guest: string, event: string) => `أُلغيت دعوة «${guest}» لمناسبة «${event}»`,
    restored: (guest: string, event: string) => `أُعيدت دعوة «${guest}» لمناسبة «${event}»`,
    created: (count: number, event: string) => `أُنشئت ${formatCount(count, madeWord)} لمناسبة «${event}»`,
    scanned: (guest: string, event: string) => `سُجّل دخول «${guest}» في مناسبة «${event}»`,
    eventCreated: (event: string) => `أُنشئت مناسبة «${event}»`,
    eventUpdated: (event: string) => `عُدّلت مناسبة «${event}»`,
    byLink: (description: string, link: string) => `${description}، بالرابط «${link}»`,
    linkCreated: (link: string, event: string) => `أُنشئ الرابط «${link}» لمناسبة «${event}»`,
    linkUpdated: (link: string, event: string) => `عُدّل الرابط «${link}» لمناسبة «${event}»`,
    linkReissued: (link: string, event: string) => `أُعيد إصدار الرابط «${link}» لمناسبة «${event}»`,
    linkRevoked: (link: string, event: string) => `أُبطل الرابط «${link}» لمناسبة «${event}»`,
    eventDeleted: (event: string, count: number) => `حُذفت مناسبة «${event}» ومعها ${formatCount(count, madeWord)}`,
    anyGuest: 'دعوة عامة',
    anyEvent: 'مناسبة محذوفة',
  },

  connection: {
    works: 'تم الاتصال بقاعدة البيانات بنجاح',
    fails: 'فشل الاتصال بقاعدة البيانات',
  },

  scan: {
    admitted: 'تم التحقق من الدعوة بنجاح',
    used: 'تم استخدام هذه الدعوة مسبقاً',
    unknown: 'رمز QR غير صحيح أو غير موجود في النظام',
    unreadable: 'خطأ في قراءة رمز QR',
    several: 'أكثر من دعوة بهذا الاسم. اختر صاحب الدعوة',
    onePartly: 'أهذا صاحب الدعوة؟',
    tooFew: (remaining: number) => `بقي في هذه الدعوة ${remaining} فقط`,
    pending: 'هذه الدعوة معلّقة لأن رصيد صاحبها لم يكفِ. راجع صاحب المناسبة',
    deleted: 'حُذفت هذه الدعوة',
    replaced: 'استُبدلت هذه الدعوة ببطاقة أحدث',
    cancelled: 'أُلغيت هذه الدعوة',
    otherEvent: (event: string) => `هذه الدعوة لمناسبة أخرى: ${event}`,
    belowScans: (scans: number) => `دخل بهذه الدعوة ${scans}، فلا يقل العدد عن ذلك`,
    tooLateToUndo: 'مضى على الدخول أكثر من 15 دقيقة فلا يُلغى',
    again: 'سُجّل دخوله قبل قليل من هذا الجهاز',
    undoneBefore: 'تم التراجع عن هذا الدخول ولم يُحتسب. امسح الرمز من جديد لإدخال الضيف',
    advice: 'سُجّل الدخول بهذه الدعوة من قبل. تفضّل معنا إلى الاستقبال لنساعدك',
  },

  /** The page of an invitation, which its guest opens. */
  guest: {
    choose: 'اختاروا «سأحضر» أو «أعتذر»',
    answersEnded: 'انتهى وقت الرد على هذه الدعوة',
    answersUsed: 'تغيّر هذا الرد مرات كثيرة. لتغييره ثانيةً اتصلوا بأصحاب الدعوة',
    tooManyPeople: (places: number) => `الدعوة لا تتجاوز ${formatCount(places, placeWord)}`,
    people: (places: number) => `اكتبوا عدد الحضور. الدعوة لا تتجاوز ${formatCount(places, placeWord)}`,
    days: { one: 'غدًا', two: 'بعد يومين', few: 'بعد # أيام', many: 'بعد # يومًا', other: 'بعد # يوم' },
    today: (time: string) => (time === '' ? 'اليوم' : `اليوم، ${time}`),
    hour: (time: string) => `الساعة ${time}`,
    morning: 'صباحًا',
    evening: 'مساءً',
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
  },

  /** The sample content of the public page. The owner's own texts are in `site.json`. */
  site: {
    name: 'حُضور',
    location: 'اليمن، صنعاء',
    hours: ['السبت إلى الخميس من 9:00 إلى 20:00', 'الجمعة من 14:00 إلى 20:00', 'الواتساب على مدار الساعة'],
    instagram: 'إنستغرام',
    facebook: 'فيسبوك',
    x: 'إكس',
    testimonials: [
      {
        words: 'وصلت الدعوة إلى خالتي في المكلّا باسمها مكتوباً بخطٍّ جميل، فاحتفظت بها صورةً في هاتفها. لم أتوقّع أن تُفرحها بطاقة.',
        name: 'أروى باسليم',
        role: 'عروس، صنعاء',
      },
      {
        words: 'مئتان وأربعون ضيفاً وبابٌ واحد، ولم يتزاحم عنده أحد. هذا وحده يكفيني.',
        name: 'سالم الكثيري',
        role: 'مدير قاعة، سيئون',
      },
      {
        words: 'انقطعت الشبكة في منتصف التسجيل، ولم يلحظ المشاركون شيئاً. ظلّ المسح يعمل حتى عادت.',
        name: 'د. هدى العريقي',
        role: 'لجنة تنظيم مؤتمر، عدن',
      },
    ],
  },
} as const
