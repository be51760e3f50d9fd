export const product = 'حُضور'

/** The names of the screens. They are in a file of their own, so that code that names a screen does not load all texts of that screen. */
export const screenNames = {
  forgotten: 'نسيت كلمة المرور؟',
  website: 'الموقع',
  login: 'تسجيل الدخول',
  register: 'إنشاء حساب',
  welcome: 'أهلاً بك',
  events: 'المناسبات',
  eventParts: {
    guests: 'الضيوف',
    card: 'البطاقة',
    links: 'الروابط',
    arrivals: 'الوصول',
    answers: 'الردود',
    after: 'الحصيلة',
    details: 'التفاصيل',
  },
  sending: 'إرسال الدعوات',
  requests: 'طلباتي',
  door: 'الباب',
  live: 'متابعة الوصول',
  family: 'دعوة الأهل',
  data: 'البيانات',
  profile: 'الملف الشخصي',
  reports: 'التقارير',
  users: 'المستخدمون',
  notifications: 'الإشعارات',
  orders: 'الطلبات',
  messages: 'الرسائل',
  apply: 'طلبات التسجيل',
  settings: 'الإعدادات',
  office: 'أرقام المكتب',
  deletedAccounts: 'الحسابات المحذوفة',
  notAllowed: 'غير مصرح لك',
  administratorsOnly: 'هذه الصفحة متاحة للمديرين فقط',
} as const

export const shell = {
  skip: 'انتقل إلى المحتوى',
  home: 'حُضور، الصفحة الأولى',
  mainNavigation: 'التنقّل الرئيسي',
  bottomNavigation: 'التنقّل السفلي',
  generator: 'دعوات جديدة',
  scanner: 'الماسح',
  more: 'المزيد',
  balance: 'الرصيد',
  admin: 'مدير النظام',
  user: 'مستخدم',
  title: (screen: string) => `${screen} · حُضور`,
  theme: 'المظهر',
  themes: { light: 'فاتح', dark: 'داكن', system: 'حسب النظام' },
  office: 'الإدارة',
  yours: 'لك',
  waiting: (count: string) => `، ${count} تنتظر`,
  otherAccount: (name: string) => `سُجّل الدخول إلى حساب ${name} من نافذة أخرى على هذا الجهاز، فصارت هذه النافذة له.`,
} as const

/** Texts about a call that the server has refused for now. */
export const repeatLater = {
  after: (time: string) => `تُعاد المحاولة وحدها بعد ${time}`,
  secondWord: { one: 'ثانية واحدة', two: 'ثانيتين', few: 'ثوانٍ', many: 'ثانية', other: 'ثانية' },
  minuteWord: { one: 'دقيقة واحدة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' },
} as const

export const unsaved = {
  question: 'حفظ التغييرات؟',
  means: 'غيّرت هنا ما لم يُحفظ بعد.',
  save: 'احفظ',
  discard: 'تجاهل',
} as const

export const ui = {
  cancel: 'إلغاء',
  choose: 'اختر',
  close: 'إغلاق',
  clearSearch: 'إفراغ البحث',
  loading: 'جاري التحميل',
  retry: 'إعادة المحاولة',
  noMatch: 'لا نتيجة بهذا الاسم',
  showChoices: 'عرض الخيارات',
  calendar: 'التقويم',
  openCalendar: 'افتح التقويم',
  hijri: 'هجري',
  save: 'حفظ',
  call: 'اتصال',
  callOf: (name: string) => `اتصال بـ${name}`,
  /** The accessible name of a link whose visible text is the number. */
  callNumberOf: (number: string, name: string) => `${number}، اتصال بـ${name}`,
  whatsapp: 'واتساب',
  whatsappOf: (name: string) => `واتساب ${name}`,
  refresh: 'تحديث',
  understood: 'حسناً',
  copyLink: 'نسخ رابط الصفحة',
  copied: 'تم النسخ',
  copyFailed: 'تعذّر النسخ. حدّد النص وانسخه بنفسك',
  copyLinkFailed: 'تعذّر النسخ. انسخ الرابط من شريط العنوان',
  pages: 'الصفحات',
  previousPage: 'السابقة',
  nextPage: 'التالية',
  pageOf: (page: string, last: string) => `صفحة ${page} من ${last}`,
  range: (first: string, last: string, total: string) => `من ${first} إلى ${last}، من أصل ${total}`,
  shown: (shown: string, total: string) => `${shown} من ${total}`,
  more: (left: string) => `عرض المزيد، بقي ${left}`,
  status: 'الحالة',
  everyStatus: 'كل الحالات',
} as const

export const errors = {
  screen: 'تعذّر عرض هذه الصفحة',
  advice: 'حدث خطأ غير متوقع. أعد المحاولة، وإن تكرّر فأعد فتح الصفحة.',
  unreachable: 'الخادم لا يجيب',
  unreachableAdvice: 'تحقّق من اتصالك بالشبكة ثم أعد المحاولة.',
} as const

/** Texts about the connection to the server, and about working without it. */
export const connection = {
  testing: 'جاري الاختبار',
  connected: 'متصل',
  disconnected: 'غير متصل',
  local: 'الوضع المحلي',
  notStoring: 'متصل دون حفظ',
  waiting: (count: string) => `بانتظار الإرسال: ${count}`,
  downloading: 'تُنسخ الدعوات إلى هذا الجهاز:',
  downloaded: (stored: string, total: string) => `${stored} من ${total}`,
  menu: 'الاتصال بالخادم',
  retest: 'إعادة الاختبار',
  ready: 'جاهز لليلة',
  lost: 'يعمل النظام بالوضع المحلي لأن الخادم لا يجيب. ما تعمله يُحفظ على هذا الجهاز ويُرسل حين يعود الاتصال',
  lostUnkept: 'انقطع الاتصال بالخادم، ولا يستطيع هذا المتصفح حفظ ما تعمله. أعد المحاولة حين يعود الاتصال',
} as const

export const device = {
  actWord: { one: 'عملية واحدة', two: 'عمليتان', few: 'عمليات', many: 'عملية', other: 'عملية' },
  lead: 'ما يحتاج إليه هذا الجهاز ليعمل عند الباب وحده إن انقطع الاتصال.',
  checks: {
    title: 'ما على هذا الجهاز',
    fine: 'جاهز:',
    look: 'انتبه:',
    guestWord: { one: 'دعوة واحدة', two: 'دعوتان', few: 'دعوات', many: 'دعوة', other: 'دعوة' },
    guests: (guests: string, at: string) => `على هذا الجهاز ${guests}، آخر تحديث ${at}`,
    noGuests: 'ليست على هذا الجهاز نسخة من الدعوات بعد. ابقَ متصلاً لحظة حتى تُنسخ',
    opens: 'يفتح حُضور هنا دون اتصال',
    doesNotOpen: 'لا يفتح حُضور هنا دون اتصال بعد. يحتاج رابطاً آمناً (https) ولحظة من الاتصال',
    storage: {
      kept: 'تعهّد المتصفح بحفظ ما على هذا الجهاز',
      unsure: 'قد يمحو المتصفح ما حفظه إن امتلأ القرص. ثبّت حُضور على الشاشة الرئيسية، ولا تمسح بيانات المتصفح',
    },
    cannotKeep: 'لا يستطيع هذا المتصفح حفظ شيء. لا تعتمد عليه دون اتصال',
    camera: {
      allowed: 'الكاميرا مسموح بها',
      denied: 'الكاميرا غير مسموح بها. اسمح بها من إعدادات المتصفح، أو تحقّق بالاسم',
      'not-asked': 'لم تُطلب الكاميرا بعد. افتح الماسح مرة واسمح بها',
    },
    clock: { right: 'ساعة هذا الجهاز مضبوطة', unknown: 'لم تُقارن ساعة هذا الجهاز بساعة الخادم بعد' },
    clockOff: 'ساعة هذا الجهاز تختلف عن ساعة الخادم بأكثر من دقيقتين. اضبطها لتصحّ أوقات الدخول',
    homeScreen: {
      there: 'حُضور على الشاشة الرئيسية',
      missing: 'أضف حُضور إلى الشاشة الرئيسية من زر المشاركة، ليبقى ما حُفظ هنا',
    },
  },
  waitingTitle: 'مع الخادم',
  nothingWaits: 'كل ما عُمل هنا وصل إلى الخادم',
  syncedAt: (at: string) => `آخر مزامنة ${at}`,
  neverSynced: 'لم تجرِ مزامنة بعد',
  sync: 'أرسل الآن',
  limits:
    'جهازان دون اتصال لا يرى أحدهما مسح الآخر، فيظهر الدخول المكرّر بعد عودة الاتصال. والدعوة المضافة بعد آخر مزامنة لا يعرفها هذا الجهاز.',
  showsCopy: (at: string) => `تُعرض نسخة هذا الجهاز، آخر تحديث ${at}`,
  localOnly: 'مدير هذا الجهاز: كل ما تعمله يبقى على هذا الجهاز فقط',
  needsSignIn: 'لا يعرفك الخادم الآن، وما تعمله يبقى على هذا الجهاز. سجّل الدخول ليُرسل',
  signIn: 'تسجيل الدخول من جديد',
  signInLead: (fullName: string) => `اكتب كلمة مرور ${fullName} ليُرسل ما ينتظر باسمه.`,
  rejected: {
    title: 'لم يُرسل',
    lead: 'رفضه الخادم، ولا يُحذف من هنا. احفظه ثم عالجه مع مدير النظام.',
    some: (acts: string) => `رُفضت عند الإرسال ${acts}`,
    show: 'عرض',
    save: 'حفظ في ملف',
    fileName: 'hudur-unsent.json',
    guests: 'عرض الأسماء',
    admission: (code: string) => `دخول بالرمز ${code}`,
    undo: (code: string) => `تراجع عن دخول بالرمز ${code}`,
    unnamed: 'بلا اسم',
    walkIn: (name: string, people: string) => `دخول بلا بطاقة: ${name}، ${people}`,
    create: (invitations: string, eventName: string) => `توليد ${invitations}: ${eventName}`,
  },
  takeOver: {
    offer: (acts: string) => `أُجريت هنا دون اتصال باسم مدير هذا الجهاز ${acts}`,
    action: 'ضمّها إلى حسابك',
    done: 'ضُمّت إلى حسابك وأُرسلت',
    left: (acts: string) => `لم يتسع رصيدك لما بقي: ${acts}`,
    failed: 'تعذّر ضمّها. أعد المحاولة',
  },
} as const

export const install = {
  newer: 'وصلت نسخة أحدث من حُضور',
  take: 'حدّث الآن',
} as const

export const logout = {
  action: 'تسجيل الخروج',
  question: 'تسجيل الخروج من حسابك؟',
  consequence: (fullName: string) =>
    `ستخرج من حساب ${fullName} على هذا الجهاز. تبقى دعواتك محفوظة، وتدخل متى شئت باسم المستخدم وكلمة المرور.`,
  /** Tells how many entries are not uploaded yet. `count` contains the number and its noun: «3 عمليات». */
  waiting: (count: string) => `لم تصل إلى الخادم بعد من هذا الجهاز ${count}. كل ذلك محفوظ هنا باسمك، ويُرسل حين تدخل من جديد.`,
  keepsOfflineSignIn: 'ابقَ قادراً على الدخول دون اتصال',
  /** Explains below the checkbox what ticking it means. */
  keepsOfflineSignInMeans: 'اخترها في جهازك أنت: يبقى فيه 14 يوماً ما تُعرف به كلمة مرورك، فتدخل وإن لم يُجب الخادم.',
  failed: 'تعذّر تسجيل الخروج لأن الخادم لا يجيب. أعد المحاولة بعد قليل',
} as const

export const format = {
  badDate: 'تاريخ غير صحيح',
  morning: 'صباحاً',
  evening: 'مساءً',
  hijri: 'هـ',
  gregorian: 'م',
} as const

export const splash = {
  label: 'جاري تحميل حُضور',
  stages: ['تحميل المولّد', 'إعداد المستخدمين', 'تجهيز التقارير', 'تفعيل الحماية'],
  done: 'اكتمل التحميل، أهلاً بك',
  skip: 'تخطّي',
} as const
