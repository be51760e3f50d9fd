import { describe, expect, test } from 'vitest'
import { zipFile } from '../../testing/guest-lists/list-files.ts'
import { decodeBytes, repairMisreadLine } from './decode.ts'
import { readDelimited } from './delimited.ts'
import { headingKindOf } from './headings.ts'
import { openZip } from './zip.ts'

describe('headings', () => {
  test.each([
    ['Phonetic First Name', 'unneeded'],
    ['Phone 1 - Value', 'phone'],
    ['Phone 1 - Label', 'unneeded'],
    ['mobilePhone', 'mobile'],
    ['phone_number', 'phone'],
    ['Home Phone', 'landline'],
    ['Microphone', undefined],
    ['First Name', 'name-first'],
    ['given_name', 'name-first'],
    ['الاسم الأول', 'name-first'],
    ['اسم العائلة', 'name-last'],
    ['العائلة', 'name-last'],
    ['Prénom', 'name-first'],
    ['Nom de famille', 'name-last'],
    ['الاسم الثلاثي', 'name'],
    ['أسماء المدعوين', 'name'],
    ['اسم العروس', 'other-name'],
    ['Organization Name', 'unneeded'],
    ['عدد المرافقين', 'companions'],
    ['عدد الأطفال', 'persons-part'],
    ['منهم أطفال', 'persons-part'],
    ["Nombre d'enfants", 'persons-part'],
    ['كم عدد الأشخاص؟', 'persons'],
    ['Nombre de personnes', 'persons'],
    ['Table No.', 'table'],
    ['رقم الطاولة', 'table'],
    ['جهة العمل', 'unneeded'],
    ['جهة الدعوة', 'side'],
    ['approval_status', 'status'],
    ['طابع زمني', 'unneeded'],
    ['E-mail Address', 'unneeded'],
    ['الرقم', 'number'],
    ['ضيف 5', undefined],
    ['خالد باوزير', undefined],
  ])('headingKindOf reads the heading «%s» as %s', (heading, kind) => {
    expect(headingKindOf(heading)).toBe(kind)
  })
})

describe('decoding', () => {
  test('decodeBytes keeps UTF-8 with a bad byte, and reads Windows-1256', () => {
    const utf8 = new TextEncoder().encode('خالد باوزير، هند العمودي')
    expect(decodeBytes(Uint8Array.from([...utf8, 0xff]))).toBe('خالد باوزير، هند العمودي\uFFFD')
    expect(decodeBytes(Uint8Array.from([0xce, 0xc7, 0xe1, 0xcf]))).toBe('خالد')
  })

  test.each(['windows-1256', 'windows-1252'])('repairMisreadLine repairs Arabic that was read as %s', encoding => {
    const names = ['أحمد علي', 'لطيفة طه ظافر', 'محظوظ عطية', 'د. سمية', 'خالد باوزير 777123456']
    const misread = names.map(name => new TextDecoder(encoding).decode(new TextEncoder().encode(name)))
    expect(misread.map(repairMisreadLine)).toEqual(names)
    expect([...names, 'José Ñandú', 'Zoë Ørsted', 'بطّاط'].map(repairMisreadLine).filter(Boolean)).toEqual([])
  })
})

test('readDelimited finds the columns of a text with an open quote in each line', () => {
  expect(readDelimited('الاسم,الجوال\n"خالد,777123456\n"هند,777123457')).toEqual([
    ['الاسم', 'الجوال'],
    ['"خالد', '777123456'],
    ['"هند', '777123457'],
  ])
  expect(readDelimited('"أحمد، علي"\n"سارة, هدى"')).toEqual([['أحمد، علي'], ['سارة, هدى']])
})

describe('limits', () => {
  test.each([true, false])('openZip unpacks no more than its limit (stored entries: %s)', async isStored => {
    const archive = openZip(zipFile({ a: 'x'.repeat(600), b: 'y'.repeat(600) }, isStored), 1_000)
    expect((await archive.unpack('a'))?.length).toBe(600)
    await expect(archive.unpack('b')).rejects.toMatchObject({ refusal: { reason: 'too-large' } })
  })
})
