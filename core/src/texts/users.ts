export const users = {
  lastAdministrator: 'لا يمكن حذف المدير الأخير أو إزالة صلاحياته',
  oneself: 'لا يمكن حذف المستخدم الحالي',
  decided: 'بُتّ في هذا الطلب من قبل',
}
