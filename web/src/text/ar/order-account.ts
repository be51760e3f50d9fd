import { screenNames } from './app.ts'

/** Texts of the page on which a customer sets the first password. */
export const welcome = {
  title: (name: string) => `${screenNames.welcome}، ${name}`,
  opening: 'يُفتح الرابط…',
  lead: 'ضع كلمة مرور لحسابك، ثم تجد مناسبتك جاهزة.',
  username: 'اسم المستخدم الذي تدخل به بعد اليوم',
  submit: 'دخول',
  failed: 'تعذّر حفظ كلمة المرور',
  unreachable: 'حدث خطأ في الاتصال بالخادم. أعد المحاولة',
  openFailed: 'تعذّر فتح الرابط',
  ended: 'هذا الرابط لا يعمل',
  missing: 'افتح الرابط الذي وصلك',
  missingAdvice: 'هذه الصفحة تعمل بالرابط الكامل كما أرسله المكتب. إن لم تجده فاتصل بنا:',
  signedIn: (name: string) => `هذا الجهاز داخل بحساب ${name}. حين تضع كلمة المرور يخرج منه ويدخل بحسابك.`,
} as const

/** Texts of the dialog in which the office opens the account of an order. */
export const openAccount = {
  open: 'افتح حساباً لصاحبه',
  opened: 'حساب صاحبه',
  loadFailed: 'تعذّر تحميل حال الحساب',
  known: (name: string) => `رقم الهاتف في الطلب هو رقم «${name}»، فيُربط الطلب بحسابه.`,
  username: 'اسم المستخدم',
  usernameHint: 'يدخل به صاحب الطلب. غيّره إن شئت',
  package: 'الباقة',
  noPackage: 'بلا باقة الآن',
  packageLabel: (name: string, invitations: string, price: string) => `${name}: ${invitations}، ${price}`,
  submit: 'افتح الحساب',
  submitKnown: 'اربط الطلب بحسابه',
  failed: 'لم يُفتح الحساب',
  unanswered: 'لم يصل رد من الخادم. أعد المحاولة، ولن يتكرر شيء',
  steps: 'من الطلب إلى أول دخول',
  stepNames: { account: 'الحساب', balance: 'الرصيد', event: 'المناسبة', link: 'الرابط' },
  states: { done: 'تم', next: 'الخطوة التالية', later: 'لاحقاً', sent: 'ينتظر صاحبه' },
  toUser: (name: string) => `حساب ${name}`,
  noAccount: 'لم يُفتح بعد',
  granted: (invitations: string, left: string) => `مُنح ${invitations} لهذا الطلب، والباقي له ${left}`,
  enough: (left: string) => `الباقي له ${left}، ويكفي الطلب`,
  notEnough: (left: string, wanted: string) => `الباقي له ${left}، والطلب ${wanted}`,
  grant: 'امنح الباقة',
  addCredits: 'زد الرصيد',
  eventLater: 'تُجهَّز مع الحساب باسمها وتاريخها',
  eventGone: 'حُذفت المناسبة التي جُهّزت',
  linkLater: 'يُنشأ مع الحساب، ويضع به صاحبه كلمة مروره',
  hasPassword: 'لصاحبه كلمة مرور يدخل بها',
  linkValid: (until: string) => `أرسل الرابط إلى صاحبه. يعمل مرة واحدة حتى ${until}`,
  linkExpired: 'انتهى الرابط قبل أن يُستعمل',
  madeBy: 'أنشأه',
  newLink: 'رابط جديد',
  newLinkHint: 'لا يُعرض الرابط السابق مرّة أخرى. الرابط الجديد يُنهيه.',
  onlyNow: 'لن يظهر هذا الرابط مرّة أخرى. إن ضاع فأنشئ غيره.',
  whatsapp: 'أرسل الرابط بواتساب',
  whatsappSignIn: 'أخبره بواتساب',
  address: 'رابط الدخول الأول',
  copy: 'نسخ الرابط',
  message: ({ name, event, username, url }: Record<'name' | 'event' | 'username' | 'url', string>) =>
    `السلام عليكم ${name}، حسابك جاهز ومناسبتك «${event}» فيه.\nافتح الرابط وضع كلمة مرورك:\n${url}\n\nاسم المستخدم: ${username}\nالرابط لك وحدك، ويعمل مرة واحدة خلال سبعة أيام.`,
  signInMessage: ({ name, event, username, url }: Record<'name' | 'event' | 'username' | 'url', string>) =>
    `السلام عليكم ${name}، مناسبتك «${event}» جاهزة في حسابك.\nادخل باسم المستخدم ${username} وكلمة مرورك:\n${url}`,
} as const

/** Texts of the lines that link orders, accounts and events to each other. */
export const orderLinks = {
  orders: (count: string) => `من الموقع: ${count}`,
  requests: (count: string) => `من حسابه: ${count}`,
  orderWord: { one: 'طلب واحد', two: 'طلبان', few: 'طلبات', many: 'طلباً', other: 'طلب' },
  origin: 'لمن هذه المناسبة',
  fromOrder: 'جُهّزت من طلب في الموقع',
  accountOf: (name: string) => `حساب ${name}`,
  only: { user: 'طلبات حساب واحد فقط', event: 'الطلب الذي جُهّزت منه المناسبة فقط' },
  showAll: 'عرض كل الطلبات',
  prepared: 'مناسباتك القادمة',
} as const
