export const account = {
  localAdministrator: 'مدير هذا الجهاز',
  deletedByOneself: 'حذف المستخدم حسابه بنفسه',
  deletedByAdministrator: 'حذفه مدير النظام',
}
