export const logout = {
  action: 'تسجيل الخروج',
  question: 'تسجيل الخروج من حسابك؟',
  consequence: (fullName: string) =>
    `ستخرج من حساب ${fullName} على هذا الجهاز. تبقى دعواتك محفوظة، وتدخل متى شئت باسم المستخدم وكلمة المرور.`,
  /** Tells how many entries are not uploaded yet. `count` contains the number and its noun: «3 أعمال». */
  waiting: (count: string) => `على هذا الجهاز ${count} لم يصل إلى الخادم بعد. يبقى محفوظاً هنا باسمك، ويُرسل حين تدخل من جديد.`,
  keepsOfflineSignIn: 'ابقَ قادرًا على الدخول دون اتصال',
  /** Explains below the checkbox what ticking it means. */
  keepsOfflineSignInMeans: 'اخترها في جهازك أنت: يبقى فيه 14 يوماً ما تُعرف به كلمة مرورك، فتدخل وإن لم يُجب الخادم.',
  failed: 'تعذّر تسجيل الخروج لأن الخادم لا يجيب. أعد المحاولة بعد قليل',
} as const
