import { expect, test } from 'vitest'
import { isVcard, readVcards } from './vcard.ts'

const VCARD_FILE = `BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;=D8=A3=D9=85 =D9=85=D8=AD=D9=85=D8=AF;;;
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D8=A3=D9=85=
=20=D9=85=D8=AD=D9=85=D8=AF
TEL;HOME:01 234567
TEL;CELL:777 123 456
END:VCARD
BEGIN:VCARD
VERSION:3.0
FN:خالد باوزير\\, أبو سعيد
item1.TEL;type=pref:+967 733-000-111
item1.X-ABLabel:_$!<Mobile>!$_
PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(3000)}
END:VCARD
BEGIN:VCARD
VERSION:4.0
N:الحكيمي;علي;;الدكتور;
TEL;VALUE=uri;TYPE="voice,cell":tel:+967-770-218-845
END:VCARD
BEGIN:VCARD
TEL:777000000
END:VCARD
BEGIN:VCARD
FN:هن
 د
END:VCARD
`

test.each(['\n', '\r\n'])('readVcards reads vCard 2.1, 3 and 4 (line end %j)', end => {
  const file = `\uFEFF${VCARD_FILE.replaceAll('\n', end)}`
  expect(isVcard(file)).toBe(true)
  expect(readVcards(file)).toEqual([
    { name: 'أم محمد', phones: ['777 123 456', '01 234567'] },
    { name: 'خالد باوزير, أبو سعيد', phones: ['+967 733-000-111'] },
    { name: 'الدكتور علي الحكيمي', phones: ['+967-770-218-845'] },
    { name: '', phones: ['777000000'] },
    { name: 'هند', phones: [] },
  ])
})

test('readVcards returns the complete contacts of a truncated file', () => {
  expect(readVcards(`${VCARD_FILE}BEGIN:VCARD\nFN:سارة`)).toHaveLength(5)
  expect(isVcard('أم محمد\nBEGIN:VCARD')).toBe(false)
})
