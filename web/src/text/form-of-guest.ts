import { fold } from '@hudur/core'

const WOMAN =
  /^(?:ال)?(?:ام|خاله|خالتي|عمه|عمتي|جدتي|اخت|اختي|بنت|والده|حرم|زوجه|ست|استاذه|دكتوره|مهندسه|شيخه|حجه|حاجه|سيده|انسه)(?: |$)|^[^ ]*(?:ه|اء)(?: |$)/
const MAN = /^(?:حمزه|اسامه|طلحه|عبيده|معاويه|حذيفه|قتاده|عروه|عكرمه|علاء|ضياء|بهاء|عطاء|طه|عبده|نزيه|وجيه|الشيخ|عايله|شركه|اسره)(?: |$)/

/** Returns the grammatical form in which Arabic speaks of a guest, as the first word of the name suggests it. */
export const formOf = (name: string) => (WOMAN.test(fold(name)) && !MAN.test(fold(name)) ? 'she' : 'he')
