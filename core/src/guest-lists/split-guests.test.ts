import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../testing/cpu-time.ts'
import { splitGuests } from './split-guests.ts'

/** Lines with several guests, each with the expected lines, separated by ` ¦ `. */
const SPLIT_LINES = `
محسن العيني، عبدالرحمن النعمان، قحطان الشعبي → محسن العيني ¦ عبدالرحمن النعمان ¦ قحطان الشعبي
أحمد,محمد,علي → أحمد ¦ محمد ¦ علي
ديمة؛ لمار؛ جوان؛ → ديمة ¦ لمار ¦ جوان
يزن / أوس/كنان → يزن ¦ أوس ¦ كنان
راكان - معاذ – حذيفة → راكان ¦ معاذ ¦ حذيفة
أحمد، ووليد، ووضاح، ومنى → أحمد ¦ وليد ¦ وضاح ¦ منى
أحمد، وليد، وداد → أحمد ¦ وليد ¦ وداد
أم رائد + 2، أم تمام، أم قصي وعائلتها 4 → أم رائد + 2 ¦ أم تمام ¦ أم قصي وعائلتها 4
الجيران: أم نشوان، أم زياد، أم قتيبة → الجيران: ¦ أم نشوان ¦ أم زياد ¦ أم قتيبة
هذي القائمة: محسن العيني، عبدالرحمن النعمان، قحطان الشعبي → هذي القائمة: ¦ محسن العيني ¦ عبدالرحمن النعمان ¦ قحطان الشعبي
[21/11, 9:14 م] ريم 💍: هدى، سارة، ريم → [21/11, 9:14 م] ريم 💍: هدى ¦ سارة ¦ ريم
نشوى 777123901، ربى 777123902 → نشوى 777123901 ¦ ربى 777123902
عارف - 777400501 - حمير - 777400502 → عارف ¦ 777400501 ¦ حمير ¦ 777400502
1- سنان الهتاري، 2- بليغ الحطابي → 1- سنان الهتاري ¦ 2- بليغ الحطابي
١) سنان ٢) بليغ ٣) أديب → ١) سنان ¦ ٢) بليغ ¦ ٣) أديب
أمل + 2، هدى + 3 → أمل + 2 ¦ هدى + 3
Ali, Sara, John Smith → Ali ¦ Sara ¦ John Smith`

/** Lines that name one guest or none, or of which it is unclear whether they name several guests. */
const UNSPLIT_LINES = `
أمل، هدى
د. منى الشرجبي، جامعة صنعاء
د. منى الشرجبي، أستاذة، جامعة صنعاء
محمد علي - مدير المدرسة - صنعاء
خالة أم خالد / بنت الشيخ
م/ أروى / د/ علي / أ/ سعيد
الأستاذ/ محمد / المحترم
أحمد محمد (صنعاء، عدن، تعز)
خالد، وعائلته، وأولاده
هزاع المسوري - 777400512 - 3 أشخاص
بدر 777123469 / 733000112
بدر 777123469 / هاتف آخر 733000112
الاسم، الجوال، العدد
الضيف، الجوال، الملاحظات
السلام عليكم، كيف حالكم، هذي القائمة
قاعة ليالي صنعاء - شارع حدة - بجوار البنك
صاحب السمو الملكي، الأمير خالد، حفظه الله
27/11/2025
أحمد-محمد-علي
خالد\tسارة, هدى, ريم`

test.each(SPLIT_LINES.slice(1).split('\n'))('splitGuests splits a line into one line for each guest: %s', row => {
  const [line = '', parts] = row.split(' → ')
  expect(splitGuests(line).join(' ¦ ')).toBe(parts)
})

test.each(UNSPLIT_LINES.slice(1).split('\n'))('splitGuests leaves the unclear line «%s» unchanged', line => {
  expect(splitGuests(line)).toEqual([line])
})

test('splitGuests parses 20,000 repeated parts in less than 4 seconds', () => {
  const cpuTimeMs = cpuTimeOf(() => {
    for (const part of ['أ، ', 'خالد / ', 'خالد - ', 'ا: ', '1- ', '1- خالد ', '(', '[1/1', '؟', 'و خالد، '])
      splitGuests(part.repeat(20_000))
  })
  expect(cpuTimeMs).toBeLessThan(4_000)
})
