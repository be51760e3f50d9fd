/** The result of the connection test. */
export const connectionTest = {
  works: 'تم الاتصال بقاعدة البيانات بنجاح',
  fails: 'فشل الاتصال بقاعدة البيانات',
}
