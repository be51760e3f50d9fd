import { fold } from '@hudur/core'

/** Common names of women whose endings are those of men's names. */
const WOMEN = new Set(
  [
    'ليلي سلمي هدي مني نجوي سهي ندي بشري لبني ذكري سلوي نهي مريم زينب سعاد هند ريم رنا دينا لينا مها رشا احلام ايمان حنان جيهان نوال امل',
    'ابتسام انتصار بلقيس سهير عبير شروق سمر سحر هيام رحاب رباب وداد كوثر اروي نورا غدير اشواق افراح الهام انعام تقوي جنان',
  ].flatMap(names => names.split(' ')),
)

const WOMAN =
  /^(?:ال)?(?:ام|خاله|خالتي|عمه|عمتي|جدتي|اخت|اختي|بنت|والده|حرم|زوجه|ست|استاذه|دكتوره|مهندسه|شيخه|حجه|حاجه|سيده|انسه)(?: |$)|^[^ ]*(?:ه|اء)(?: |$)/
const MAN =
  /^(?:عبد[^ ]*|[^ ]*الله|حمزه|اسامه|طلحه|عبيده|معاويه|حذيفه|قتاده|عروه|عكرمه|علاء|ضياء|بهاء|عطاء|طه|عبده|نزيه|وجيه|الشيخ|عايله|شركه|اسره)(?: |$)/

/** Returns the grammatical gender with which Arabic refers to a guest, judged by the first word of the name. */
export function formOf(name: string): 'he' | 'she' {
  const folded = fold(name)
  const isWoman = WOMAN.test(folded) || WOMEN.has(folded.split(' ', 1)[0]!)
  return isWoman && !MAN.test(folded) ? 'she' : 'he'
}
