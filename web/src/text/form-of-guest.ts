import { foldSpelling } from '@hudur/core/arabic'

/** Common women's names whose endings are also those of men's names. */
const WOMEN_NAMES = new Set(
  [
    'ليلي سلمي هدي مني نجوي سهي ندي بشري لبني ذكري سلوي نهي مريم زينب سعاد هند ريم رنا دينا لينا مها رشا احلام ايمان حنان جيهان نوال امل',
    'ابتسام انتصار بلقيس سهير عبير شروق سمر سحر هيام رحاب رباب وداد كوثر اروي نورا غدير اشواق افراح الهام انعام تقوي جنان',
  ].flatMap(names => names.split(' ')),
)

const WOMAN_NAME_PATTERN =
  /^(?:ال)?(?:ام|خاله|خالتي|عمه|عمتي|جدتي|اخت|اختي|بنت|والده|حرم|زوجه|ست|استاذه|دكتوره|مهندسه|شيخه|حجه|حاجه|سيده|انسه)(?: |$)|^[^ ]*(?:ه|اء)(?: |$)/
const MAN_NAME_PATTERN =
  /^(?:عبد[^ ]*|[^ ]*الله|حمزه|اسامه|طلحه|عبيده|معاويه|حذيفه|قتاده|عروه|عكرمه|علاء|ضياء|بهاء|عطاء|طه|عبده|نزيه|وجيه|الشيخ|عايله|شركه|اسره)(?: |$)/

/** Returns the grammatical gender in which Arabic texts address a guest. It is guessed from the first word of the guest's name. */
export function guestGenderOf(name: string): 'he' | 'she' {
  const folded = foldSpelling(name)
  const isWoman = WOMAN_NAME_PATTERN.test(folded) || WOMEN_NAMES.has(folded.split(' ', 1)[0]!)
  return isWoman && !MAN_NAME_PATTERN.test(folded) ? 'she' : 'he'
}
