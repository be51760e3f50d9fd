import { formatCount } from '../counted.ts'
import { madeWord } from './words.ts'

export const link = {
  name: 'اكتب اسماً للرابط',
  gone: 'هذا الرابط أُبطل',
  allotment: 'اكتب عدد دعوات الرابط',
  overBalance: (allotment: number, remaining: number) =>
    `الحصّة ${formatCount(allotment, madeWord)}، وبقي في رصيدك ${formatCount(remaining, madeWord)}`,
  overAllotment: (requested: number, remaining: number) =>
    `طلبتم ${formatCount(requested, { ...madeWord, two: 'دعوتين' })}، وبقي من حصّتكم ${formatCount(remaining, madeWord)}`,
  full: (devices: number) => `هذا الرابط مفتوح على ${devices} جهازاً، وهذا أكثر ما يُسمح به. اطلب من صاحب المناسبة رابطاً آخر`,
  belowUsed: (used: number) => `أُنشئت بهذا الرابط ${formatCount(used, madeWord)}، فلا تقل حصته عن ذلك`,
  ended: 'انتهى هذا الرابط. اطلب من صاحب المناسبة رابطاً جديداً',
}
