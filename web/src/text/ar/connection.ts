/** Texts about the connection to the server, and about working without it. */
export const connection = {
  testing: 'جاري الاختبار',
  connected: 'متصل',
  disconnected: 'غير متصل',
  local: 'الوضع المحلي',
  notStoring: 'متصل دون حفظ',
  waiting: (count: string) => `ينتظر الإرسال ${count}`,
  menu: 'الاتصال بالخادم',
  retest: 'إعادة الاختبار',
  ready: 'جاهز لليلة',
  lost: 'يعمل النظام بالوضع المحلي لأن الخادم لا يجيب. ما تعمله يُحفظ على هذا الجهاز ويُرسل حين يعود الاتصال',
  lostUnkept: 'انقطع الاتصال بالخادم، ولا يستطيع هذا المتصفح حفظ ما تعمله. أعد المحاولة حين يعود الاتصال',
} as const
