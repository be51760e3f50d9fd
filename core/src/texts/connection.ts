export const connection = {
  works: 'تم الاتصال بقاعدة البيانات بنجاح',
  fails: 'فشل الاتصال بقاعدة البيانات',
}
