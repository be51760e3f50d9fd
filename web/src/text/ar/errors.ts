export const errors = {
  screen: 'تعذّر عرض هذه الصفحة',
  advice: 'حدث خطأ غير متوقع. أعد المحاولة، وإن تكرّر فأعد فتح الصفحة.',
  unreachable: 'الخادم لا يجيب',
  unreachableAdvice: 'تحقّق من اتصالك بالشبكة ثم أعد المحاولة.',
} as const
