/**
 * Texts of the frame around every screen: parts of the interface, navigation, the splash screen, and errors that can occur on any screen.
 */
export const shell = {
  ui: {
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
    range: (first: string, last: string, total: string) => `من ${first} إلى ${last}، والكل ${total}`,
    shown: (shown: string, total: string) => `${shown} من ${total}`,
    more: (left: string) => `عرض المزيد، بقي ${left}`,
    status: 'الحالة',
    everyStatus: 'كل الحالات',
  },

  format: {
    badDate: 'تاريخ غير صحيح',
    morning: 'صباحاً',
    evening: 'مساءً',
    hijri: 'هـ',
    gregorian: 'م',
  },

  shell: {
    skip: 'انتقل إلى المحتوى',
    home: 'حُضور، الصفحة الأولى',
    mainNavigation: 'التنقّل الرئيسي',
    bottomNavigation: 'التنقّل السفلي',
    generator: 'المولّد',
    scanner: 'الماسح',
    more: 'المزيد',
    menu: 'القائمة',
    balance: 'الرصيد',
    admin: 'مدير النظام',
    user: 'مستخدم',
    title: (screen: string) => `${screen} · حُضور`,
    theme: 'المظهر',
    themes: { light: 'فاتح', dark: 'داكن', system: 'حسب النظام' },
    office: 'الإدارة',
    yours: 'لك',
    waiting: 'بانتظارك',
  },

  places: {
    website: 'الموقع',
    data: 'البيانات',
    profile: 'الملف الشخصي',
    reports: 'التقارير',
    users: 'المستخدمون',
    notifications: 'الإشعارات',
    orders: 'الطلبات',
    messages: 'الرسائل',
    apply: 'طلبات التسجيل',
    settings: 'الإعدادات',
    deletedAccounts: 'الحسابات المحذوفة',
    notAllowed: 'غير مصرح لك',
    administratorsOnly: 'هذه الصفحة متاحة للمديرين فقط',
  },

  splash: {
    label: 'جاري تحميل حُضور',
    stages: ['تحميل المولّد', 'إعداد المستخدمين', 'تجهيز التقارير', 'تفعيل الحماية'],
    done: 'اكتمل التحميل، أهلاً بك',
    skip: 'تخطي',
  },

  install: {
    newer: 'وصلت نسخة أحدث من حُضور',
    take: 'حدّث الآن',
  },

  logout: {
    action: 'تسجيل الخروج',
    question: 'تسجيل الخروج من حسابك؟',
    consequence: (fullName: string) =>
      `ستخرج من حساب ${fullName} على هذا الجهاز. تبقى دعواتك محفوظة، وتدخل متى شئت باسم المستخدم وكلمة المرور.`,
    /** `count`: the number of entries with its noun, «3 أعمال». */
    waiting: (count: string) => `على هذا الجهاز ${count} لم يصل إلى الخادم بعد. يبقى محفوظاً هنا باسمك، ويُرسل حين تدخل من جديد.`,
    keepsOfflineSignIn: 'ابقَ قادرًا على الدخول دون اتصال',
    /** The consequence of the choice, shown below it. */
    keepsOfflineSignInMeans: 'اخترها في جهازك أنت: يبقى فيه 14 يوماً ما تُعرف به كلمة مرورك، فتدخل وإن لم يُجب الخادم.',
    failed: 'تعذّر تسجيل الخروج لأن الخادم لا يجيب. أعد المحاولة بعد قليل',
  },

  errors: {
    screen: 'تعذّر عرض هذه الصفحة',
    advice: 'حدث خطأ غير متوقع. أعد المحاولة، وإن تكرّر فأعد فتح الصفحة.',
    unreachable: 'الخادم لا يجيب',
    unreachableAdvice: 'تحقّق من اتصالك بالشبكة ثم أعد المحاولة.',
  },
} as const
