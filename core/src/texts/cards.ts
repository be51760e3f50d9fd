import { formatCount } from '../counted.ts'
import { pictureWord } from './words.ts'

export const design = { idTaken: 'يوجد تصميم آخر بهذا المعرّف' }

export const picture = {
  tooMany: (max: number) => `لديك ${formatCount(max, pictureWord)}، وهذا أكثر ما يُحفظ. احذف تصميماً لا تحتاج إليه ثم أعد المحاولة`,
  gone: 'صورة الخلفية لم تعد محفوظة. اخترها مرة أخرى',
}
