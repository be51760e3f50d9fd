import { formatCount } from '../counted.ts'
import { designWord, eventWord, requestWord } from './words.ts'

/** Refusals at the limits of resources that are free of charge: each text names the limit and how to get below it. */
export const budget = {
  requests: (max: number) => `لديك ${formatCount(max, requestWord)} قيد المراجعة، وهذا أكثر ما يُحفظ. انتظر الرد عليها ثم أعد المحاولة`,
  designs: (max: number) => `لديك ${formatCount(max, designWord)}، وهذا أكثر ما يُحفظ. احذف تصميماً لا تحتاج إليه ثم أعد المحاولة`,
  events: (max: number) => `لديك ${formatCount(max, eventWord)}، وهذا أكثر ما يُحفظ. احذف مناسبة لا تحتاج إليها ثم أعد المحاولة`,
  links: (max: number) => `لهذه المناسبة ${max} رابطاً، وهذا أكثر ما يُحفظ. أبطل رابطاً لا تحتاج إليه ثم أعد المحاولة`,
  ownerLinks: (max: number) => `لديك ${max} رابطاً، وهذا أكثر ما يُحفظ. أبطل روابط لا تحتاج إليها ثم أعد المحاولة`,
  edits: (max: number) => `بلغت تعديلاتك اليوم ${max}، وهذا أكثر ما يُسمح به في اليوم. أعد المحاولة غداً`,
}
