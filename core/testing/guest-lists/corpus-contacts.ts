import type { CorpusFile } from './corpus.ts'
import { encodeIn, joinBytes } from './list-files.ts'

const TWO = `خالد باوزير +967777123456
هند العمودي +967733000111`

const commas = (count: number) => ','.repeat(count)
const encoder = new TextEncoder()
const quotedPrintable = (text: string) =>
  [...encoder.encode(text)].map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
const base64 = (text: string) => btoa(String.fromCharCode(...encoder.encode(text)))
const binaryOf = (bytes: Uint8Array) => String.fromCharCode(...bytes)

const card = (lines: readonly (string | Uint8Array)[], version = '3.0') =>
  joinBytes([`BEGIN:VCARD\r\nVERSION:${version}\r\n`, ...lines.flatMap(line => [line, '\r\n']), 'END:VCARD\r\n'])
const cards = (...parts: Uint8Array[]) => joinBytes(parts)

const HIND = card(['FN:هند العمودي', 'TEL;TYPE=CELL:733000111'])

const OUTLOOK_HEADINGS =
  "First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address,E-mail 3 Address,Home Phone,Home Phone 2,Business Phone,Business Phone 2,Mobile Phone,Car Phone,Other Phone,Primary Phone,Pager,Business Fax,Home Fax,Other Fax,Company Main Phone,Callback,Radio Phone,Telex,TTY/TDD Phone,IMAddress,Job Title,Department,Company,Office Location,Manager's Name,Assistant's Name,Assistant's Phone,Company Yomi,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Home Street,Home City,Home State,Home Postal Code,Home Country/Region,Personal Web Page,Spouse,Schools,Hobby,Location,Web Page,Birthday,Anniversary,Notes"
const OLD_GOOGLE_HEADINGS =
  'Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value'
const GOOGLE_HEADINGS =
  'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value'

/** Address books, as programs and telephones export them. */
export const CONTACT_FILES = {
  'Google Contacts': {
    content: `${GOOGLE_HEADINGS}\nخالد,,باوزير${commas(14)}* myContacts,,,Mobile,777123456\nهند,,العمودي${commas(14)}* myContacts,,,Mobile,733000111\n`,
    guests: TWO,
  },
  'Google Contacts, reduced': {
    content: 'First Name,Middle Name,Last Name,Phonetic First Name,Phone 1 - Value\nخالد,سعيد,باوزير,,777123456\nهند,,العمودي,,733000111\n',
    guests: `خالد سعيد باوزير +967777123456
هند العمودي +967733000111`,
  },
  'Google Contacts, before 2024': {
    content: `${OLD_GOOGLE_HEADINGS}\nخالد باوزير,خالد,,باوزير${commas(25)}* myContacts,,,Mobile,777123456\nهند العمودي,هند,,العمودي${commas(25)}* myContacts,,,Mobile,733000111\n`,
    guests: TWO,
  },
  Outlook: {
    content: `${OUTLOOK_HEADINGS}\nخالد,,باوزير${commas(13)}777123456${commas(40)}\nهند,,العمودي${commas(13)}733000111${commas(40)}\n`,
    guests: TWO,
  },
  'a telephone’s own CSV': {
    content: 'Display Name,Mobile Phone,Home Phone,Business Phone\nخالد باوزير,777123456,,\nهند العمودي,733000111,,',
    guests: TWO,
  },
  iCloud: {
    content: cards(
      card([
        'PRODID:-//Apple Inc.//iCloud Web Address Book//EN',
        'N:باوزير;خالد;;;',
        'FN:خالد باوزير',
        'item1.TEL:777123456',
        'item1.X-ABLabel:_$!<Mobile>!$_',
      ]),
      HIND,
    ),
    guests: TWO,
  },
  'vCard, folded within a letter': {
    content: (() => {
      const name = encoder.encode('FN:خالد باوزير')
      return cards(card([joinBytes([name.slice(0, 14), '\r\n ', name.slice(14)]), 'TEL;TYPE=CELL:777123456']), HIND)
    })(),
    guests: TWO,
  },
  'Samsung (vCard 2.1, soft breaks)': {
    content: cards(
      card(
        [
          `N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;${quotedPrintable('خالد').slice(0, 12)}=\r\n${quotedPrintable('خالد').slice(12)}=20=\r\n${quotedPrintable('باوزير')};;;`,
          'TEL;CELL:777123456',
        ],
        '2.1',
      ),
      HIND,
    ),
    guests: TWO,
  },
  'quoted-printable with a soft break before a letter': {
    content: cards(
      card([`FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quotedPrintable('خالد باوزير')} Kha=\r\nled`, 'TEL;CELL:777123456'], '2.1'),
      HIND,
    ),
    guests: `خالد باوزير Khaled +967777123456
هند العمودي +967733000111`,
  },
  'vCard in Windows-1256': {
    content: cards(
      card([joinBytes(['FN;CHARSET=WINDOWS-1256:', encodeIn('windows-1256', 'خالد باوزير')]), 'TEL;CELL:777123456'], '2.1'),
      HIND,
    ),
    guests: TWO,
  },
  'vCard in base64': {
    content: cards(card([`FN;CHARSET=UTF-8;ENCODING=BASE64:${base64('خالد باوزير')}`, 'TEL;CELL:777123456'], '2.1'), HIND),
    guests: TWO,
  },
  'KDE (vCard 4, addresses of telephones)': {
    content: cards(
      card(['FN:خالد باوزير', 'TEL;VALUE=uri;TYPE="voice,cell":tel:+967-777-123-456;ext=5'], '4.0'),
      card(['FN:هند العمودي', 'TEL;VALUE=uri:tel:+967-733-000-111'], '4.0'),
    ),
    guests: TWO,
  },
  'vCard with a home telephone first': {
    content: cards(card(['FN:خالد باوزير', 'TEL;TYPE=HOME:01234567', 'TEL;TYPE=CELL:777123456']), HIND),
    guests: TWO,
    asks: ['column'],
  },
  'vCard without a name': {
    content: cards(card(['N:;;;;', 'FN:', 'TEL;TYPE=CELL:777000000']), card(['FN:خالد باوزير', 'TEL:777123456']), HIND),
    guests: TWO,
    asks: ['list'],
  },
  'vCard in UTF-16': {
    content: (() => {
      const text = `\uFEFF${new TextDecoder().decode(cards(card(['FN:خالد باوزير', 'TEL:777123456']), HIND))}`
      return Uint8Array.from([...text].flatMap(letter => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]))
    })(),
    guests: TWO,
  },
  'vCard with a photograph': {
    content: cards(card(['FN:خالد باوزير', `PHOTO;ENCODING=b;TYPE=JPEG:${btoa(binaryOf(new Uint8Array(3000)))}`, 'TEL:777123456']), HIND),
    guests: TWO,
  },
} as const satisfies Record<string, CorpusFile>
