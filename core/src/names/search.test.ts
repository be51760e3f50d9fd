import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { foldSpelling, isWellFormed } from '../arabic.ts'
import { indexWords, indexWordsOfKey } from './index-words.ts'
import { arabicSpellingsOf } from './latin.ts'
import { leadingTitlesEnd, MAX_LOOSE_MATCHES, matchSearch, parseSearch, rankMatches } from './search.ts'

const matchQuery = (query: string, name: string, phone?: string) => matchSearch(indexWords(name, phone), parseSearch(query))

test.each([
  // All words of the search, in any order; each is the beginning of a word of the name.
  ['محمد الشامي', 'محمد علي الشامي', 'exact'],
  ['الشامي محمد', 'محمد علي الشامي', 'exact'],
  ['مح شا', 'محمد علي الشامي', 'exact'],
  ['مُحَمَّد', 'محمد علي الشامي', 'exact'],
  ['محمد حسن', 'محمد علي الشامي', undefined],
  ['', 'محمد', undefined],
  ['💍', 'محمد', undefined],
  // «بن», «بنت», «ال», «آل».
  ['محمد علي', 'محمد بن علي', 'exact'],
  ['محمد بن علي', 'محمد علي', 'exact'],
  ['نورة بنت سعد', 'نوره سعد', 'exact'],
  ['شامي', 'محمد الشامي', 'exact'],
  ['الشامي', 'محمد شامي', 'exact'],
  ['الش', 'محمد الشامي', 'exact'],
  ['آل سعود', 'تركي السعود', 'exact'],
  ['سعود', 'تركي آل سعود', 'exact'],
  ['بن', 'بندر', 'exact'],
  ['إلهام', 'الهام', 'exact'],
  // Words that may be written joined or separately.
  ['ابوبكر', 'أبو بكر الحداد', 'exact'],
  ['أبو بكر', 'ابوبكر الحداد', 'exact'],
  ['بكر', 'أبوبكر الحداد', 'exact'],
  ['ابوالفضل', 'أبو الفضل', 'exact'],
  ['ابو عبدالله', 'أبو عبد الله', 'exact'],
  ['امكلثوم', 'أم كلثوم', 'exact'],
  ['أم محمد', 'محمد الصبري', undefined],
  ['عبدربه', 'عبد ربه منصور', 'exact'],
  ['الرحمن', 'عبدالرحمن', 'exact'],
  ['نور الدين', 'نورالدين زنكي', 'exact'],
  ['نورالدين', 'نور الدين زنكي', 'exact'],
  ['جارالله', 'جار الله عمر', 'exact'],
  ['با وزير', 'سالم باوزير', 'exact'],
  ['باوزير', 'سالم با وزير', 'exact'],
  ['سارة', 'زفاف محمد وسارة', 'exact'],
  ['سارة', 'زفاف محمد و سارة', 'exact'],
  ['وسارة', 'زفاف محمد و سارة', 'exact'],
  // Titles before a name are ignored; after it they are family names.
  ['د. محمد', 'محمد علي', 'exact'],
  ['أ.د. محمد', 'محمد علي', 'exact'],
  ['الأستاذ محمد', 'محمد علي', 'exact'],
  ['م. محمد', 'محمد علي', 'exact'],
  ['الشيخ محمد', 'محمد علي', 'exact'],
  ['الخالة مريم', 'مريم علي', 'exact'],
  ['محمد', 'الشيخ الدكتور محمد علي', 'exact'],
  ['الشيخ', 'محمد آل الشيخ', 'exact'],
  ['محمد الشيخ', 'محمد علي', undefined],
  ['الدكتور', 'د. محمد', undefined],
  // A part of a word, of 3 letters or more.
  ['داد', 'علي الحداد', 'loose'],
  ['حمد', 'محمد علي', 'loose'],
  ['علي داد', 'علي الحداد', 'loose'],
  ['دا', 'علي الأحداث', undefined],
  ['علا داد', 'علي الحداد', undefined],
  // One typing error in a typed word of 4 to 15 letters.
  ['الشلمي', 'محمد الشامي', 'loose'],
  ['الشمي', 'محمد الشامي', 'loose'],
  ['الشاميي', 'محمد الشامي', 'loose'],
  ['لاشامي', 'محمد الشامي', 'loose'],
  ['محمد الشماي', 'محمد الشامي', 'loose'],
  ['عبدالرحمان', 'عبد الرحمن', 'loose'],
  ['محمود', 'محمد', 'loose'],
  ['Papadimitropolos', 'Maria Papadimitropoulos', undefined],
  ['شلمي', 'محمد الشامي', 'loose'],
  ['محكد', 'محمد', 'loose'],
  ['هيتم', 'هيثم صالح', 'loose'],
  ['معاد', 'معاذ صالح', 'loose'],
  ['حسسن', 'حسن صالح', 'loose'],
  ['نورة', 'نور الدين', undefined],
  // In a word of three letters, only a missing or a similar letter.
  ['محد احمد', 'محمد أحمد', 'loose'],
  ['نصر سالم', 'ناصر سالم', 'loose'],
  ['حسم', 'حسن', undefined],
  ['علي', 'عمي', undefined],
  ['ظهر', 'ضهر', 'loose'],
  // «بن» that is joined to the next word.
  ['بنبريك', 'سالم بن بريك', 'loose'],
  ['سالم بن بريك', 'سالم بنبريك', 'loose'],
  // Latin letters.
  ['Ahmed', 'أحمد صالح', 'exact'],
  ['mohammed al-shami', 'محمد علي الشامي', 'exact'],
  ['Abdulrahman', 'عبد الرحمن', 'exact'],
  ['Haitham Bin Breik', 'هيثم بن بريك', 'exact'],
  ['Mustafa', 'مصطفى', 'exact'],
  ['Ahmed', 'Ahmed Saleh', 'exact'],
  ['Ahmed', 'حامد', undefined],
  ['الشلمي الحضرمو', 'محمد الشامي الحضرمي', undefined],
  ['smiht', 'John Smith', 'loose'],
  // Digits within a name.
  ['ضيف ١٢', 'ضيف 123', 'exact'],
  ['123', 'ضيف ١٢٣', 'exact'],
] as const)('matchSearch for «%s» in the guest name «%s» returns %s', (query, name, expected) => {
  expect(matchQuery(query, name)).toBe(expected)
})

test.each([
  ['محمد علي', 'محمد علي'],
  ['الخالة مريم', 'مريم'],
  ['أ.د. محمد علي', 'محمد علي'],
  ['الشيخ الدكتور محمد آل الشيخ', 'محمد آل الشيخ'],
  ['الدكتور', 'الدكتور'],
  ['أم محمد', 'أم محمد'],
  ['', ''],
])('leadingTitlesEnd of «%s» is the index at which «%s» begins', (name, expected) => {
  expect(name.slice(leadingTitlesEnd(name))).toBe(expected)
})

test.each([
  ['4567', '+967771234567', 'exact'],
  ['٤٥٦٧', '+967771234567', 'exact'],
  ['0771234567', '+967771234567', 'exact'],
  ['+967 771 234 567', '771234567', 'exact'],
  ['00967771234567', '0771-234-567', 'exact'],
  ['771 234 567', '+967771234567', 'exact'],
  ['محمد 4567', '+967771234567', 'exact'],
  ['0123', '0777770123', 'exact'],
  ['567', '+967771234567', 'exact'],
  ['567', '567', 'exact'],
  ['67', '+967771234567', undefined],
  ['7712', '+967771234567', undefined],
  ['5567', '+967771234567', undefined],
] as const)('matchSearch for «%s» in the telephone number %s returns %s', (query, phone, expected) => {
  expect(matchQuery(query, 'محمد', phone)).toBe(expected)
})

test('matchSearch returns `exact` for a whole name or one of its words', () => {
  const word = fc.constantFrom('محمد', 'عبد الله', 'أبو', 'بكر', 'نور', 'الدين', 'الشيخ', 'وليد', 'باوزير', 'أم', 'بندر', '٧٧')
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), words => {
      const index = indexWords(words.join(' '))
      for (const query of [words.join(' '), ...words])
        expect({ typed: query, match: matchSearch(index, parseSearch(query)) }).toEqual({ typed: query, match: 'exact' })
    }),
  )
})

test('indexWords returns at most 30 words of at most 32 characters', () => {
  const long = 'كلمة '.repeat(500) + 'ﷺ'.repeat(500) + Array.from({ length: 100 }, (_, n) => ` w${n}`).join('')
  expect(indexWords(long).length).toBeLessThanOrEqual(30)
  for (const name of [long, `${'ك'.repeat(100)} الدين`])
    for (const word of indexWords(name, '1'.repeat(99))) expect(word.length).toBeLessThanOrEqual(32)
  expect(parseSearch(long).words.length).toBeLessThanOrEqual(8)
})

test.each([
  ['repeated «و»', `${'و '.repeat(98)}محمد`],
  ['«و» before a word of repeated «و»', 'و '.repeat(60) + 'و'.repeat(80)],
  ['«أبو» before a word of repeated «أبو»', 'ابو '.repeat(25) + 'ابو'.repeat(33)],
  ['a word with many endings', 'ابا '.repeat(25) + 'الله'.repeat(25)],
  ['a ligature that is «الله»', 'ابا '.repeat(25) + 'ﷲ'.repeat(100)],
])('indexWordsOfKey calls RegExp.exec < 4 times per character: %s', (_, name) => {
  const key = foldSpelling(name)
  const steps = vi.spyOn(RegExp.prototype, 'exec')
  indexWordsOfKey(key, null)
  expect(steps.mock.calls.length).toBeLessThan(4 * key.length)
  steps.mockRestore()
})

test('parseSearch returns fewer than 4,000 misspelled variants', () => {
  const letters = 'بتثجحخدذرزسشصضطظعغفقكلمن'
  const eightWordsOfLength = (length: number) => Array.from({ length: 8 }, (_, n) => letters.slice(n, n + length)).join(' ')
  const countTypoVariants = (query: string) => parseSearch(query).words.reduce((sum, { slips }) => sum + slips.size, 0)
  expect(countTypoVariants(eightWordsOfLength(15))).toBeGreaterThan(3_000)
  for (const length of [7, 12, 15, 16, 17]) expect(countTypoVariants(eightWordsOfLength(length))).toBeLessThan(4_000)
})

test('indexWords does not split a surrogate pair in a truncated word', () => {
  const words = indexWords(`ا${'𐌰'.repeat(20)}`)
  expect(words).not.toHaveLength(0)
  for (const word of words) expect(isWellFormed(word)).toBe(true)
})

test('rankMatches returns exact matches first, then a hundred others', () => {
  const search = parseSearch('الشامي')
  const rows = ['هدى الشلمي', 'هدى الشامي', 'علي', ...Array.from({ length: MAX_LOOSE_MATCHES }, () => 'محمد الشاني'), 'سارة الشامي']
  const found = rankMatches(rows, name => matchSearch(indexWords(name), search))
  expect(found.slice(0, 3)).toEqual(['هدى الشامي', 'سارة الشامي', 'هدى الشلمي'])
  expect(found).toHaveLength(2 + MAX_LOOSE_MATCHES)
})

test('arabicSpellingsOf finds how names are written in Arabic', () => {
  const names =
    'Ahmed Ahmad احمد|Mohammed Muhammad Mohamed محمد|Yousef Yusuf يوسف|Aisha عايشه|Fatima Fatimah فاطمه|Sara Sarah ساره|Omar Umar عمر|Ali علي|' +
    'Abdullah عبدالله|Khalid Khaled خالد|Nasser Naser ناصر|Salim Salem سالم|Huda هدي|Layla ليلي|Said Saeed سعيد|Saud سعود|Muath Muadh معاذ|' +
    'Osama اسامه|Ibrahim ابراهيم|Yahya يحيي|Hussein Hussain حسين|Othman عثمان|Zakaria زكريا|Nadia ناديه|Noor Nour نور|Jameel جميل|Ghassan غسان'
  for (const [arabic, ...spelled] of names.split('|').map(name => name.split(' ').reverse()))
    for (const name of spelled) expect([name, arabicSpellingsOf(name.toLowerCase()).has(arabic!)]).toEqual([name, true])
  expect(arabicSpellingsOf('abdulrahmanalshamiaaa').size).toBe(0)
  expect(arabicSpellingsOf('aaaaieaouaieaouaieao').size).toBeLessThanOrEqual(1_000)
})
