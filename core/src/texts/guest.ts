import { formatCount } from '../counted.ts'
import { placeWord } from './words.ts'

/** The answer of a guest. */
export const guest = {
  choose: 'اختاروا «سأحضر» أو «أعتذر»',
  answersEnded: 'انتهى وقت الرد على هذه الدعوة',
  answersUsed: 'تغيّر هذا الرد مرات كثيرة. لتغييره ثانيةً اتصلوا بأصحاب الدعوة',
  tooManyPeople: (places: number) => `الدعوة لا تتجاوز ${formatCount(places, placeWord)}`,
  people: (places: number) => `اكتبوا عدد الحضور. الدعوة لا تتجاوز ${formatCount(places, placeWord)}`,
}
