export const account = {
  localAdministrator: 'مدير هذا الجهاز',
  deletedByOneself: 'حذف المستخدم حسابه بنفسه',
  deletedByAdministrator: 'حذفه مدير النظام',
}

export const login = {
  missing: 'يرجى إدخال اسم المستخدم وكلمة المرور',
  wrong: 'اسم المستخدم أو كلمة المرور غير صحيحة',
  failed: (message: string) => `حدث خطأ أثناء تسجيل الدخول: ${message}`,
}

export const password = {
  missing: 'يرجى ملء جميع الحقول',
  tooShort: 'كلمة المرور الجديدة يجب أن تكون 6 أحرف على الأقل',
  common: 'كلمة المرور هذه من أكثر الكلمات استعمالاً فيسهل تخمينها. اختر غيرها',
  holdsUsername: 'لا تضع اسم المستخدم في كلمة المرور. اختر غيرها',
  wrong: 'كلمة المرور الحالية غير صحيحة',
}

export const register = {
  done: 'تم إنشاء الحساب بنجاح! الحساب قيد المراجعة',
  waiting: 'الحساب قيد المراجعة',
  tooShort: 'كلمة المرور يجب أن تكون 6 أحرف على الأقل',
  usernameTaken: 'اسم المستخدم موجود مسبقاً',
  badUsername: 'اسم المستخدم حروف من أبجدية واحدة وأرقام، وبينها نقطة أو شرطة إن شئت',
}

export const users = {
  lastAdministrator: 'لا يمكن حذف المدير الأخير أو إزالة صلاحياته',
  oneself: 'لا يمكن حذف المستخدم الحالي',
  decided: 'بُتّ في هذا الطلب من قبل',
}
