import { screenNames } from './screen-names.ts'

export const register = {
  title: screenNames.register,
  lead: 'اكتب بياناتك، ونراجع حسابك قبل أن تبدأ.',
  fullName: 'الاسم الكامل',
  passwordConfirmation: 'تأكيد كلمة المرور',
  passwordHint: '8 أحرف على الأقل',
  phone: 'رقم الهاتف',
  email: 'البريد الإلكتروني',
  optional: 'اختياري',
  mismatch: 'كلمة المرور وتأكيد كلمة المرور غير متطابقتين',
  submit: 'إنشاء الحساب',
  failed: 'حدث خطأ أثناء إنشاء الحساب',
  unreachable: 'حدث خطأ في الاتصال بالخادم',
  toLogin: 'ننقلك إلى تسجيل الدخول…',
  haveAccount: 'لك حساب؟',
} as const
