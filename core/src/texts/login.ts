export const login = {
  missing: 'يرجى إدخال اسم المستخدم وكلمة المرور',
  wrong: 'اسم المستخدم أو كلمة المرور غير صحيحة',
  failed: (message: string) => `حدث خطأ أثناء تسجيل الدخول: ${message}`,
}
