import { emptyFile } from './errors.ts'

/** Refusals of a picture, by their reason. */
export const pictureProblems = {
  empty: emptyFile,
  'not-an-image': 'هذا الملف ليس صورة نقرؤها. اختر صورة PNG أو JPEG أو WebP',
  'too-many-pixels': 'أبعاد الصورة أكبر من المسموح: 40 ميغابكسل. صغّرها ثم اخترها ثانية',
  'too-long': 'أحد بُعدي الصورة أكبر من المسموح: 12000 بكسل. صغّرها ثم اخترها ثانية',
  animated: 'الصورة متحركة، والبطاقة لا تتحرك. اختر صورة ثابتة',
  broken: 'ملف الصورة ناقص أو تالف. اختر صورة أخرى',
  'without-design': 'احفظ تصميم بطاقات المناسبة أولاً، ثم صورتها',
  'not-of-event': 'صورة المناسبة تكون JPEG بعرض 1200 وارتفاع 630 بكسلاً',
}
