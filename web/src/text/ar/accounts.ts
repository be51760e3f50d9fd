import { screenNames } from './app.ts'

/** The person whose registration an administrator approved or rejected, and the URL of the sign-in screen. */
type DecidedRegistration = { name: string; username: string; address: string }

export const login = {
  title: screenNames.login,
  welcome: 'أهلاً بعودتك',
  lead: 'ادخل لتُكمل دعوات مناسبتك.',
  motto: ['لكلّ ضيف', 'باب يعرف اسمه'],
  username: 'اسم المستخدم',
  password: 'كلمة المرور',
  show: 'إظهار كلمة المرور',
  hide: 'إخفاء كلمة المرور',
  sessionEnded: 'انتهت جلستك. سجّل الدخول لتُكمل، وما كتبته باقٍ',
  offline:
    'لا اتصال بالخادم. من دخل من هذا الجهاز في آخر 14 يوماً يدخل الآن بكلمة مروره، إلا من سجّل خروجه ولم يختر أن يبقى قادراً على الدخول دون اتصال',
  localAdmin: 'لم يسبق لأحد الدخول من هنا؟ ادخل مديراً لهذا الجهاز وحده باسم المستخدم',
  localAdminPassword: 'وأول من يدخل به يختار كلمة مروره. ما يُعمل به يبقى على هذا الجهاز حتى يضمّه مدير النظام.',
  notKnownHere: 'لا اتصال بالخادم، ولا يستطيع هذا الجهاز وحده التحقق من كلمة المرور هذه',
  submit: 'تسجيل الدخول',
  forgotten: screenNames.forgotten,
  noAccount: 'ليس لك حساب؟',
  register: 'إنشاء حساب',
} as const

export const forgotten = {
  title: screenNames.forgotten,
  lead: 'تضع الإدارة لحسابك كلمة مرور جديدة. اتصل بها أو راسلها، واذكر اسم المستخدم والرقم الذي سجّلت به.',
  back: 'العودة إلى تسجيل الدخول',
} as const

export const register = {
  title: screenNames.register,
  lead: 'اكتب بياناتك، ونراجع حسابك قبل أن تبدأ.',
  fullName: 'الاسم الكامل',
  passwordConfirmation: 'تأكيد كلمة المرور',
  passwordHint: '6 أحرف على الأقل',
  phone: 'رقم الهاتف',
  email: 'البريد الإلكتروني',
  optional: 'اختياري',
  mismatch: 'كلمة المرور وتأكيد كلمة المرور غير متطابقتين',
  submit: 'إنشاء الحساب',
  failed: 'حدث خطأ أثناء إنشاء الحساب',
  unreachable: 'حدث خطأ في الاتصال بالخادم',
  toLogin: 'ننقلك إلى تسجيل الدخول…',
  whenReviewed: 'نراجع الحسابات في أوقات العمل. إن استعجلت فاتصل بنا:',
  haveAccount: 'لك حساب؟',
} as const

export const apply = {
  title: screenNames.apply,
  countWord: { one: 'طلب واحد', two: 'طلبان', few: 'طلبات', many: 'طلباً', other: 'طلب' },
  statuses: { pending: 'قيد المراجعة', approved: 'مقبول', rejected: 'مرفوض' },
  arrived: 'وصل',
  approve: 'قبول',
  reject: 'رفض',
  question: (name: string) => `رفض طلب ${name}؟`,
  consequence: 'يُحذف الطلب من القائمة، ويعود اسم المستخدم متاحاً لغيره. لا يمكن التراجع عن ذلك.',
  approved: (name: string) => `تم قبول ${name} بنجاح`,
  rejected: (name: string) => `رُفض طلب ${name}`,
  approveFailed: 'فشل في قبول المستخدم',
  rejectFailed: 'فشل في رفض المستخدم',
  rejectMany: 'رفض دفعة',
  rejectManyTitle: 'ارفض كل ما وصل بين وقتين',
  rejectManyLead: 'تُرفض طلبات التسجيل التي لم يُبتّ فيها، وتعود أسماء المستخدمين متاحة. لا تُرسل رسائل إلى أصحابها، ولا يمكن التراجع عن ذلك.',
  toReject: (count: string) => `سيُرفض: ${count}`,
  noneToReject: 'لم يصل طلب تسجيل في هذا الوقت',
  rejectAll: 'رفضها كلها',
  rejectedMany: (count: string) => `رُفض: ${count}`,
  rejectManyFailed: 'تعذّر رفض الطلبات',
  loadFailed: 'حدث خطأ أثناء تحميل البيانات',
  empty: 'لا طلبات حالياً',
  emptyAdvice: 'حين يطلب أحد حساباً من صفحة التسجيل يظهر طلبه هنا.',
  search: 'البحث في طلبات التسجيل',
  searchHint: 'الاسم أو البريد أو الهاتف',
  noMatch: 'لا طلب تسجيل بهذا الوصف',
  noMatchAdvice: 'جرّب جزءاً أقصر من الكلمة، أو امسح التصفية. تُحفظ الطلبات بعد البتّ فيها 90 يوماً.',
  emails: {
    sent: 'وأُرسل القرار بالبريد إلى صاحب الطلب.',
    'no-address': 'ولا بريد في الطلب، فأبلغ صاحبه بالقرار بنفسك.',
    'mail-off': 'والبريد غير مفعّل في هذا النظام، فأبلغ صاحب الطلب بالقرار بنفسك.',
    failed: 'ولم نتمكّن من إرسال القرار إلى صاحب الطلب، فأبلغه بنفسك.',
  },
  messages: {
    approved: ({ name, username, address }: DecidedRegistration) =>
      `السلام عليكم ${name}، قُبل طلب تسجيلك في حُضور.\nسجّل الدخول بكلمة المرور التي اخترتها.\nاسم المستخدم: ${username}\nالرابط: ${address}`,
    rejected: ({ name }: DecidedRegistration) => `السلام عليكم ${name}، نأسف لأننا لم نتمكّن من قبول طلب تسجيلك في حُضور.`,
  },
} as const

export const users = {
  title: screenNames.users,
  countWord: { one: 'مستخدم واحد', two: 'مستخدمان', few: 'مستخدمين', many: 'مستخدماً', other: 'مستخدم' },
  add: 'إضافة مستخدم',
  addTitle: 'مستخدم جديد',
  editTitle: (name: string) => `تعديل حساب ${name}`,
  search: 'البحث في المستخدمين',
  searchExample: 'الاسم أو اسم المستخدم أو الهاتف',
  state: 'حالة الرصيد',
  everyState: 'كل الأرصدة',
  role: 'الدور',
  everyRole: 'كل الأدوار',
  you: 'أنت',
  active: 'نشط',
  spent: 'نفد الرصيد',
  used: (percent: string) => `استُعمل ${percent}%`,
  since: 'منذ',
  edit: 'تعديل',
  remove: 'حذف',
  question: (name: string, username: string) => `حذف حساب ${name} (${username})؟`,
  consequence: 'تُحذف معه دعواته وتصاميمه وطلباته كلها، فلا تُقبل رموزها بعد الآن. لا يمكن التراجع عن ذلك.',
  passwordKept: 'اتركها فارغة لتبقى كما هي. كلمة جديدة تُخرجه من كل أجهزته',
  limit: 'حد الدعوات',
  limitHint: (used: string) => `استُعمل منها ${used}`,
  newLimitHint: 'كم دعوة يستطيع توليدها',
  limitTooSmall: 'حد الدعوات 1 على الأقل',
  isAdmin: 'مدير النظام: يدير المستخدمين والطلبات والإعدادات',
  saveFailed: 'حدث خطأ أثناء حفظ البيانات',
  removeFailed: 'حدث خطأ أثناء حذف المستخدم',
  updated: 'تم تحديث المستخدم بنجاح',
  added: 'تمت إضافة المستخدم بنجاح',
  removed: 'تم حذف المستخدم بنجاح',
  loadFailed: 'تعذّر تحميل المستخدمين',
  noMatch: 'لا مستخدم بهذا الوصف',
  noMatchAdvice: 'جرّب كلمة من الاسم، أو آخر أربعة أرقام من الهاتف.',
  alone: 'لا مستخدمين غيرك بعد',
  aloneAdvice: 'أضف مستخدماً وحدّد كم دعوة يولّد، أو اقبل من طلبوا التسجيل.',
} as const

/** Texts of the dialog that shows and changes the credits of a user. */
export const credits = {
  open: 'الرصيد',
  title: (name: string) => `رصيد ${name}`,
  direction: 'زيادة الرصيد أو إنقاصه',
  directions: { add: 'زيادة', reduce: 'إنقاص' },
  amount: 'عدد الدعوات',
  amountMissing: 'اكتب عدداً من 1 فما فوق',
  amountTooLarge: 'أكثر ما يُزاد أو يُنقص في المرة مليون دعوة',
  reason: 'السبب',
  reasonHint: 'يبقى في السجل، مثل: دفع نقداً، أو هدية',
  save: { add: 'زيادة الرصيد', reduce: 'إنقاص الرصيد' },
  saved: 'حُفظ الرصيد الجديد',
  failed: 'لم يُحفظ الرصيد الجديد',
  unanswered: 'لم يصل رد من الخادم. أعد المحاولة، ولن يُحسب مرتين',
  forRequest: (event: string) => `طلب دعوات: ${event}`,
  ledger: 'سجل الرصيد',
  kinds: { opening: 'بداية', grant: 'زيادة', charge: 'استعمال', refund: 'استرداد', correction: 'تصحيح' },
  empty: 'لا حركات بعد',
  emptyAdvice: 'كل زيادة واستعمال واسترداد يظهر هنا.',
  listFailed: 'تعذّر تحميل السجل',
} as const

/** Texts of the question for the administrator's own password. */
export const ownPassword = {
  title: 'كلمة مرورك',
  lead: 'مضى على دخولك أكثر من عشر دقائق. اكتب كلمة مرورك أنت للمتابعة',
  label: 'كلمة مرورك أنت',
  go: 'متابعة',
} as const

/** Texts of the forms that set a password, about the links that stay open. */
export const openLinks = {
  end: (links: string) => `أنهِ الروابط أيضاً؟ ${links}`,
  hint: 'إن عرف أحد كلمة المرور السابقة فأنهِ الروابط، فربما أنشأ رابطاً لنفسه. وإلا فاتركها تعمل',
  countWord: { one: 'رابط واحد مفتوح', two: 'رابطان مفتوحان', few: 'روابط مفتوحة', many: 'رابطاً مفتوحاً', other: 'رابط مفتوح' },
} as const

export const deleted = {
  title: screenNames.deletedAccounts,
  stats: { total: 'إجمالي المحذوفة', admins: 'مديرون محذوفون', self: 'حذفوا حساباتهم', average: 'متوسط الدعوات المولّدة' },
  search: 'البحث في الحسابات المحذوفة',
  searchExample: 'اسم المستخدم أو الاسم الكامل',
  size: 'في الصفحة',
  columns: {
    username: 'اسم المستخدم',
    full_name: 'الاسم الكامل',
    phone: 'الهاتف',
    used_generations: 'الاستعمال',
    deleted_at: 'تاريخ الحذف',
    details: 'التفاصيل',
  },
  sortBy: 'الترتيب حسب',
  orders: { ASC: 'تصاعدي', DESC: 'تنازلي' },
  order: (direction: string) => `اتجاه الترتيب: ${direction}`,
  usage: (used: string, limit: string) => `${used} / ${limit}`,
  percent: (percent: string) => `${percent}%`,
  noPhone: 'غير محدد',
  by: 'حذفه',
  self: 'المستخدم',
  admin: 'مدير',
  details: 'التفاصيل',
  failed: 'فشل في جلب البيانات',
  unreachable: 'حدث خطأ أثناء جلب البيانات',
  empty: 'لا حسابات محذوفة',
  emptyAdvice: 'حين يُحذف حساب يبقى سجله هنا.',
  noMatch: 'لا حساب محذوف بهذا الاسم',
  noMatchAdvice: 'جرّب كلمة من الاسم، أو آخر أربعة أرقام من الهاتف.',
  clear: 'إلغاء البحث',
  facts: {
    id: 'رقم المستخدم',
    phone: 'الهاتف',
    created: 'تاريخ إنشاء الحساب',
    limit: 'حد الدعوات',
    used: 'المستعمل',
    deleted: 'تاريخ الحذف',
    reason: 'سبب الحذف',
  },
} as const

export const profile = {
  facts: { fullName: 'الاسم الكامل', username: 'اسم المستخدم', phone: 'رقم الهاتف', created: 'تاريخ إنشاء الحساب' },
  account: 'بيانات الحساب',
  usage: 'الاستعمال',
  usageFacts: { limit: 'حد الدعوات', used: 'المستعمل', remaining: 'المتبقي', percent: 'نسبة الاستعمال' },
  percent: (percent: string) => `${percent}%`,

  security: 'الأمان',
  lastChange: 'آخر تغيير لكلمة المرور: عند إنشاء الحساب',
  lastChangeNow: 'آخر تغيير لكلمة المرور: قبل قليل',
  lastChangeAt: 'آخر تغيير لكلمة المرور:',
  lastChangeUnknown: 'لم يُسجَّل موعد آخر تغيير لكلمة المرور',
  changePassword: 'تغيير كلمة المرور',
  current: 'كلمة المرور الحالية',
  next: 'كلمة المرور الجديدة',
  confirmation: 'تأكيد كلمة المرور الجديدة',
  othersEnd: 'بعد التغيير يُسجَّل خروج أجهزتك الأخرى من الحساب.',
  mismatch: 'كلمة المرور الجديدة وتأكيدها غير متطابقتين',
  changing: 'جاري التغيير...',
  changed: 'تم تغيير كلمة المرور بنجاح',
  changeFailed: 'فشل في تغيير كلمة المرور',
  changeUnreachable: 'حدث خطأ أثناء تغيير كلمة المرور',

  sessions: {
    title: 'الأجهزة',
    note: 'الأجهزة التي سُجّل فيها الدخول إلى حسابك. أنهِ جلسة ما لا تعرفه منها، ثم غيّر كلمة المرور.',
    failed: 'تعذّر تحميل الأجهزة',
    device: (browser: string, system: string) => `\u2068${browser}\u2069 على \u2068${system}\u2069`,
    unknown: 'جهاز غير معروف',
    current: 'هذا الجهاز',
    lastUsed: (moment: string) => `آخر استعمال: ${moment}`,
    now: 'يُستعمل الآن',
    end: 'إنهاء',
    endQuestion: (device: string) => `إنهاء الجلسة: ${device}؟`,
    endMeans: 'يُسجَّل خروج هذا الجهاز من حسابك، ولا يعود إلا بكلمة المرور. ما ينتظر الإرسال فيه يبقى حتى يُسجَّل الدخول من جديد.',
    ended: 'انتهت الجلسة',
    endFailed: 'تعذّر إنهاء الجلسة. أعد المحاولة',
  },

  removal: 'حذف الحساب',
  warning: 'قبل أن تحذف حسابك:',
  warnings: ['تُحذف جميع بياناتك نهائياً', 'تُحذف جميع الدعوات التي أنشأتها', 'لا يمكن استعادة الحساب بعد حذفه', 'يُسجَّل خروجك فوراً'],
  confirmWith: 'اكتب DELETE للتأكيد',
  typeDelete: 'يرجى كتابة "DELETE" للتأكيد',
  removeForGood: 'حذف الحساب نهائياً',
  removed: 'تم حذف الحساب بنجاح. سيتم تسجيل الخروج خلال 3 ثوانٍ...',
  removeFailed: 'فشل في حذف الحساب',
  removeUnreachable: 'حدث خطأ أثناء حذف الحساب',

  fingerprint: {
    title: 'البصمة',
    lead: 'تحقّق هل يدعم هذا الجهاز التعرّف بالبصمة أو الوجه.',
    check: 'فحص دعم البصمة',
    checkAgain: 'إعادة الفحص',
    states: {
      checking: 'جاري الفحص…',
      supported: 'هذا الجهاز يدعم المصادقة بالبصمة أو الوجه',
      unsupported: 'هذا الجهاز لا يدعم المصادقة بالبصمة أو الوجه',
      'no-browser-support': 'هذا المتصفح لا يدعم المصادقة بالبصمة',
      failed: 'تعذّر فحص دعم البصمة على هذا الجهاز',
    },
  },
} as const

/** The text while the profile screen loads. Every screen loads it, because the router shows it; no screen but the profile needs the rest. */
export const profileLoading = 'جاري تحميل الملف الشخصي...'

export const balance = {
  label: 'الرصيد',
  of: (owner: string) => `رصيد ${owner}`,
  left: (left: string, limit: string) => `بقي ${left} من ${limit}`,
  requested: (count: string, after: string) => `المطلوب الآن ${count}، ويبقى بعده ${after}`,
  beyond: (count: string) => `المطلوب الآن ${count}`,
} as const
