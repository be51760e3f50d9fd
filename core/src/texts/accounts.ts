export const account = {
  localAdministrator: 'مدير هذا الجهاز',
}

/** Why an account was deleted; stored by a server. */
export const deletedAccount = {
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
  wrong: 'كلمة المرور الحالية غير صحيحة',
}

/** Why a new password is refused as guessable. An export of its own, so that browsers do not load it. */
export const guessablePassword = {
  common: 'كلمة المرور هذه من أكثر الكلمات استعمالاً فيسهل تخمينها. اختر غيرها',
  holdsUsername: 'لا تضع اسم المستخدم في كلمة المرور. اختر غيرها',
}

/** The text of `password-required`. An export of its own, so that browsers do not load it. */
export const ownPasswordRequired = 'مضى على دخولك أكثر من عشر دقائق. اكتب كلمة مرورك أنت للمتابعة'

/** The answer to a registration. */
export const registered = 'تم إنشاء الحساب بنجاح! الحساب قيد المراجعة'

export const register = {
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
