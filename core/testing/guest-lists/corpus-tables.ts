import type { CorpusFile } from './corpus.ts'
import { encodeIn, encodeUtf16, joinBytes, misread } from './list-files.ts'

const TWO = `خالد باوزير +967777123456
هند العمودي +967733000111`

/** Tables as text: CSV files of programs and forms, and tables that hosts copy. */
export const TABLE_FILES = {
  'headings in snake case': { content: 'first_name,last_name,phone_number\nخالد,باوزير,777123456\nهند,العمودي,733000111\n', guests: TWO },
  'headings in camel case': { content: 'firstName;lastName;mobilePhone\nخالد;باوزير;777123456\nهند;العمودي;733000111\n', guests: TWO },
  'given and family name': { content: 'Given Name,Family Name,Mobile\nخالد,باوزير,777123456\nهند,العمودي,733000111', guests: TWO },
  'family beside the name': { content: 'الاسم,العائلة,الجوال\nخالد,باوزير,777123456\nهند,العمودي,733000111', guests: TWO },
  'family before the name': { content: 'الجوال,العائلة,الاسم الأول\n777123456,باوزير,خالد\n733000111,العمودي,هند', guests: TWO },
  'French headings': {
    content: 'Nom;Prénom;Téléphone portable;Nombre de personnes;Remarques\nباوزير;خالد;777123456;2;نباتي\nالعمودي;هند;733000111;1;',
    guests: `خالد باوزير ×2 +967777123456 <نباتي>
هند العمودي +967733000111`,
  },
  'a microphone is no telephone': {
    content: 'Name,Microphone,Mobile\nخالد باوزير,نعم,777123456\nهند العمودي,لا,733000111',
    guests: TWO,
    asks: ['column'],
  },
  'a title above the headings': {
    content: 'أسماء المدعوين,,,\nم,الاسم,الجوال,العدد\n1,خالد باوزير,777123456,2\n2,هند العمودي,733000111,1',
    guests: `خالد باوزير ×2 +967777123456
هند العمودي +967733000111`,
  },
  'a title that is a heading, and no headings': {
    content: 'الضيوف,,\n,,\nخالد باوزير,777123456,2\nهند العمودي,733000111,5',
    guests: `خالد باوزير ×2 +967777123456
هند العمودي ×5 +967733000111`,
  },
  'an English title': { content: 'Guests,,\nNo,Name,Mobile\n1,خالد باوزير,777123456\n2,هند العمودي,733000111', guests: TWO },
  'an empty column of home telephones': {
    content: 'Name,Home Phone,Mobile Phone\nخالد باوزير,,777123456\nهند العمودي,,733000111',
    guests: TWO,
  },
  'land lines beside mobiles': {
    content: 'Name,Home Phone,Mobile Phone\nخالد باوزير,01234567,777123456\nهند العمودي,,733000111',
    guests: TWO,
    asks: ['column'],
  },
  'Microsoft Forms': {
    content:
      'ID,Start time,Completion time,Email,Name,الاسم الكامل,رقم الجوال\n1,11/27/26 9:14:05,11/27/26 9:15:00,anonymous,,خالد باوزير,777123456\n2,11/27/26 9:20:11,11/27/26 9:21:00,anonymous,,هند العمودي,733000111',
    guests: TWO,
  },
  'Google Forms': {
    content: 'طابع زمني,الاسم,العدد\n2026/11/27 9:14:05 م غرينتش+3,خالد باوزير,2\n2026/11/27 9:15:05 م غرينتش+3,هند العمودي,1',
    guests: `خالد باوزير ×2
هند العمودي`,
  },
  'Google Forms with questions as headings': {
    content:
      'Timestamp,ما اسمك الكامل؟,كم عدد الأشخاص؟,رقم الجوال (واتساب),هل ستحضر؟\n2026-11-27 21:14:05,خالد باوزير,2,777123456,نعم\n2026-11-27 21:20:05,هند العمودي,1,733000111,لا',
    guests: 'خالد باوزير ×2 +967777123456',
    asks: ['column'],
  },
  Eventbrite: {
    content:
      'Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Attendee Status,Cell Phone\n9001,2026-11-20 10:00:00,خالد,باوزير,a@example.com,2,General,Attending,+967777123456\n9002,2026-11-21 10:00:00,هند,العمودي,b@example.com,1,General,Not Attending,+967733000111',
    guests: 'خالد باوزير ×2 +967777123456',
    asks: ['column'],
  },
  Luma: {
    content:
      '\uFEFFapi_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,amount,ticket_name\ngst-1,خالد باوزير,خالد,باوزير,a@example.com,+967777123456,2026-11-08T00:16:45.813Z,approved,,,https://example.com/1,,Standard\ngst-2,هند العمودي,هند,العمودي,b@example.com,,2026-11-08T00:16:45.813Z,declined,,,https://example.com/2,,Standard',
    guests: 'خالد باوزير +967777123456',
    asks: ['column'],
  },
  'adults and children': {
    content: 'الاسم,الكبار,الأطفال\nخالد باوزير,2,3\nهند العمودي,1,0',
    guests: `خالد باوزير ×5 (3)
هند العمودي`,
  },
  'persons and children in Arabic': {
    content: 'الاسم,عدد الأشخاص,عدد الأطفال\nخالد باوزير,٥,٣\nهند العمودي,1,',
    guests: `خالد باوزير ×5 (3)
هند العمودي`,
  },
  'persons and children in English': {
    content: 'Full name,Persons,Number of children\nخالد باوزير,5,3\nهند العمودي,1,-',
    guests: `خالد باوزير ×5 (3)
هند العمودي`,
  },
  'persons and children in French': {
    content: "Nom complet,Nombre de personnes,Nombre d'enfants\nخالد باوزير,5,3\nهند العمودي,1,0",
    guests: `خالد باوزير ×5 (3)
هند العمودي`,
  },
  'more children than persons': {
    content: 'الاسم,العدد,منهم أطفال\nخالد باوزير,2,3\nهند العمودي,1,0',
    guests: `خالد باوزير ×5
هند العمودي`,
    asks: ['column'],
  },
  'men and women': {
    content: 'الاسم,عدد الرجال,عدد النساء\nخالد باوزير,2,3\nهند العمودي,,1',
    guests: `خالد باوزير ×5
هند العمودي`,
    asks: ['column'],
  },
  'a total beside its parts': {
    content: 'الاسم,الكبار,الأطفال,العدد\nخالد باوزير,2,3,5\nهند العمودي,1,0,1',
    guests: `خالد باوزير ×5 (3)
هند العمودي`,
  },
  "the bride's name before the guest's": {
    content: 'اسم العروس,اسم الضيف,الجوال\nسارة,خالد باوزير,777123456\nسارة,هند العمودي,733000111',
    guests: TWO,
    asks: ['column'],
  },
  'two numbers in a cell': {
    content: 'الاسم,الجوال\nخالد باوزير,777123456 / 733000222\nهند العمودي,733000111',
    guests: TWO,
    asks: ['row'],
  },
  'counts in words': {
    content: 'الاسم,العدد\nخالد باوزير,شخصين\nهند العمودي,ثلاثة أشخاص\nريم السقاف,2+1',
    guests: `خالد باوزير ×2
هند العمودي ×3
ريم السقاف ×3`,
  },
  'names in the column of persons': {
    content: 'الاسم,المرافقين\nخالد باوزير,سعاد ومنى\nهند العمودي,لا يوجد',
    guests: `خالد باوزير ×3
هند العمودي`,
    asks: ['row'],
  },
  'two names in a cell': {
    content: 'الاسم,الجوال\nعلي + حسين,777123456\nهند العمودي,733000111',
    guests: `علي + حسين ×2 +967777123456
هند العمودي +967733000111`,
    asks: ['row'],
  },
  'a status column': {
    content: 'الاسم,الجوال,الحالة\nخالد باوزير,777123456,مؤكد\nهند العمودي,733000111,معتذرة',
    guests: 'خالد باوزير +967777123456',
    asks: ['column'],
  },
  'an English status': {
    content: 'Name,Mobile,RSVP\nخالد باوزير,777123456,accepted\nهند العمودي,733000111,declined',
    guests: 'خالد باوزير +967777123456',
    asks: ['column'],
  },
  'tables and sides': {
    content: 'الاسم,الطاولة,الجهة,ملاحظات\nخالد باوزير,4,أهل العريس,كرسي متحرك\nهند العمودي,5,أهل العروس,',
    guests: `خالد باوزير [4] {أهل العريس} <كرسي متحرك>
هند العمودي [5] {أهل العروس}`,
  },
  'a table that is stated once': {
    content: 'الطاولة,الاسم\nطاولة 1,خالد باوزير\n,سعيد باوزير\nطاولة 2,هند العمودي\n,ريم السقاف',
    guests: `خالد باوزير [طاولة 1]
سعيد باوزير [طاولة 1]
هند العمودي [طاولة 2]
ريم السقاف [طاولة 2]`,
    asks: ['list'],
  },
  'headings between the rows of a table': {
    content: 'الاسم,الجوال\nطرف العريس:,\nخالد باوزير,777123456\nطرف العروس:,\nهند العمودي,733000111',
    guests: `خالد باوزير +967777123456 {طرف العريس}
هند العمودي +967733000111 {طرف العروس}`,
    asks: ['list'],
  },
  'headings repeated on each page': { content: 'الاسم,الجوال\nخالد باوزير,777123456\nالاسم,الجوال\nهند العمودي,733000111', guests: TWO },
  'an unknown column': {
    content: 'الاسم,الجوال,الصلة\nخالد باوزير,777123456,ابن عم\nهند العمودي,733000111,صديقة',
    guests: TWO,
    asks: ['column'],
  },
  'tabs, with a line break at the end': {
    content: 'خالد باوزير\t2\nهند العمودي\t5\n',
    guests: `خالد باوزير ×2
هند العمودي ×5`,
  },
  'semicolons, with a line break at the end': {
    content: 'خالد باوزير;2\nهند العمودي;5\n',
    guests: `خالد باوزير ×2
هند العمودي ×5`,
  },
  'the separator in the first line': {
    content: '"sep=;"\r\nالاسم;الجوال\r\nخالد باوزير;777123456\r\nهند العمودي;733000111\r\n',
    guests: TWO,
  },
  'one bad byte': {
    content: joinBytes(['الاسم,الجوال\nخالد باوزير,777123456\nهند العمود', new Uint8Array([0xd9]), ',733000111\n']),
    guests: `خالد باوزير +967777123456
هند العمود +967733000111`,
    asks: ['row', 'list'],
  },
  'UTF-8 that was saved as Windows-1256': {
    content: misread('windows-1256', 'الاسم,الجوال\nخالد باوزير,777123456\nهند العمودي,733000111'),
    guests: TWO,
    asks: ['list'],
  },
  'UTF-8 that was saved as Windows-1252': {
    content: misread('windows-1252', 'الاسم,الجوال\nخالد باوزير,777123456\nهند العمودي,733000111'),
    guests: TWO,
    asks: ['list'],
  },
  'Excel for Windows in Arabic': {
    content: encodeIn('windows-1256', 'الاسم;الجوال\r\nخالد باوزير;777123456\r\nهند العمودي;733000111\r\n'),
    guests: TWO,
  },
  'Excel for Mac in Arabic': {
    content: encodeIn('iso-8859-6', 'الاسم;الجوال\rخالد باوزير;777123456\rهند العمودي;733000111\r'),
    guests: TWO,
  },
  'Excel’s Unicode text': {
    content: encodeUtf16('\uFEFFالاسم\tالجوال\r\nخالد باوزير\t777123456\r\nهند العمودي\t733000111\r\n'),
    guests: TWO,
  },
  'UTF-16 without a mark': { content: encodeUtf16('الاسم\tالجوال\r\nخالد باوزير\t777123456\r\nهند العمودي\t733000111\r\n'), guests: TWO },
  'a household list': {
    content: 'رب الأسرة,عدد أفراد الأسرة,رقم الهاتف\nخالد باوزير,5,777123456\nهند العمودي,3,733000111',
    guests: `خالد باوزير ×5 +967777123456
هند العمودي ×3 +967733000111`,
  },
  'a cell of several lines': {
    content: 'الاسم,الجوال\n"خالد باوزير\nسعيد باوزير",777123456\nهند العمودي,733000111',
    guests: `خالد باوزير سعيد باوزير +967777123456
هند العمودي +967733000111`,
    asks: ['row'],
  },
  'a telephone without a name': {
    content: 'الاسم,الجوال\nخالد باوزير,777123456\n,733000222\nهند العمودي,733000111',
    guests: TWO,
    asks: ['list'],
  },
  'a seating list, pasted': {
    content: 'طاولة 1\nخالد باوزير\nسعيد باوزير\nطاولة 2\nهند العمودي',
    guests: `خالد باوزير [1]
سعيد باوزير [1]
هند العمودي [2]`,
    asks: ['row', 'list'],
  },
  'a seating list with a column for each table': {
    content: 'قائمة الطاولات,,\nطاولة 1,طاولة 2,طاولة 3\nخالد باوزير,هند العمودي,سعيد باوزير\nريم السقاف +2,,\n',
    guests: `خالد باوزير [1]
ريم السقاف ×3 [1]
هند العمودي [2]
سعيد باوزير [3]`,
    asks: ['list'],
  },
  'a seating list with numbers beside the names': {
    content: 'م,طاولة 1,العدد,طاولة 2,العدد\n1,خالد باوزير,2,هند العمودي,3\n2,سعيد باوزير,1,,\n',
    guests: `خالد باوزير ×2 [1]
سعيد باوزير [1]
هند العمودي ×3 [2]`,
    asks: ['list'],
  },
  'a seating list with tables below tables': {
    content: 'Table 1;Table 2\nخالد باوزير;هند العمودي\n;\nTable 3;Table 4\nسعيد باوزير;ريم السقاف\n',
    guests: `خالد باوزير [1]
سعيد باوزير [3]
هند العمودي [2]
ريم السقاف [4]`,
    asks: ['list'],
  },
  'tables with letters': {
    content: 'طاولة أ (2),طاولة ب (1)\nخالد باوزير,هند العمودي (طاولة إ)\nسعيد باوزير,\n',
    guests: `خالد باوزير [أ]
سعيد باوزير [أ]
هند العمودي [ب]`,
    asks: ['list', 'row'],
  },
  'a name with the letter of a table, pasted': { content: 'خالد باوزير (طاولة أ)', guests: 'خالد باوزير [أ]', asks: ['row'] },
  'a column for each side, pasted': {
    content: 'أهل العريس\tأهل العروس\nخالد باوزير\tهند العمودي\nسعيد باوزير\t\n',
    guests: `خالد باوزير {أهل العريس}
سعيد باوزير {أهل العريس}
هند العمودي {أهل العروس}`,
    asks: ['list'],
  },
  'headings below the titles of sides': {
    content: 'طرف العريس,,طرف العروس,\nالاسم,الجوال,الاسم,الجوال\nخالد باوزير,777123456,هند العمودي,733000111\n',
    guests: `خالد باوزير +967777123456 {طرف العريس}
هند العمودي +967733000111 {طرف العروس}`,
    asks: ['list'],
  },
  'marks in a column for each side': {
    content: 'الاسم,طرف العريس,طرف العروس\nخالد باوزير,✓,\nهند العمودي,,✓\n',
    guests: `خالد باوزير {طرف العريس}
هند العمودي {طرف العروس}`,
    asks: ['list'],
  },
  'families as guests in two columns': {
    content: 'عائلة باوزير,عائلة العمودي\nعائلة السقاف,عائلة الحداد\n',
    guests: `عائلة باوزير ×2
عائلة السقاف ×2`,
    asks: ['column', 'row'],
  },
  'groups, pasted': {
    content: 'طرف العريس\nخالد باوزير\nسعيد باوزير\nالجيران\nهند العمودي',
    guests: `خالد باوزير {طرف العريس}
سعيد باوزير {طرف العريس}
هند العمودي {الجيران}`,
    asks: ['row', 'list'],
  },
  'names that hold something, pasted': {
    content:
      'خالة زينب (طاولة 4)\nمحمد قاسم*2\nعلي + حسين\nخالد VIP طاولة ٥\n(محمد علي 777555444) (فهد 777555445)\n**مؤكد**\nخالد لم يؤكد\nأبو سعيد وكل البيت\nسعاد 777123456 733000111',
    guests: `خالة زينب [4]
محمد قاسم ×2
علي + حسين ×2
خالد [5]
محمد علي +967777555444
فهد +967777555445
خالد لم يؤكد
أبو سعيد وكل البيت ×2
سعاد +967777123456`,
    asks: ['row'],
  },
  'names that hold other things, pasted': {
    content:
      'أحمد العمري +1 طفل\nاحمد/محمد\nسالم [عريس]\nالشيخ/ناجي الشائف\nم/ رامي صالح\nأحمد فؤاد - طاولة رقم 7\nعمر (ط5)\nسارة (مسافرة)\nأمل: لا\nهند - تم الإرسال\nفهد (أبو علي)\nالأخ/ محمد والأخ/ سالم',
    guests: `أحمد العمري طفل ×2
احمد/محمد
سالم [عريس]
الشيخ/ناجي الشائف
م/ رامي صالح
أحمد فؤاد [7]
عمر (ط5)
سارة (مسافرة)
أمل: لا
هند - تم الإرسال
فهد (أبو علي)
الأخ/ محمد والأخ/ سالم`,
    asks: ['row'],
  },
  'tables with ordinals, and lists of groups, pasted': {
    content: 'الطاولة الأولى\nخالد باوزير\nالطاولة الثانية\nسعيد باوزير\nقائمة الأصدقاء\nهند العمودي',
    guests: `خالد باوزير [1]
سعيد باوزير [2]
هند العمودي {الأصدقاء}`,
    asks: ['row', 'list'],
  },
  'headings «guest_first» and «guest_last»': {
    content: 'guest_first,guest_last,mobile#\nخالد,باوزير,777123456\nهند,العمودي,733000111',
    guests: TWO,
  },
  'a column of answers in other words': {
    content: 'الاسم,الرد\nخالد باوزير,إن شاء الله\nهند العمودي,لن تحضر\nسعاد,بخير',
    guests: 'خالد باوزير\nسعاد',
    asks: ['column'],
  },
  'persons in words': { content: 'الاسم,العدد\nخالد باوزير,شخصين\nهند العمودي,شخص\nسعاد,فرد', guests: 'خالد باوزير ×2\nهند العمودي\nسعاد' },
  'telephone numbers as phones and programs copy them': {
    content:
      'الاسم,الجوال\nعلي,٠٠٩٦٧٧٧٧١٢٣٤٥٦\nهدى,(+967) 777-123-457\nسارة,777.123.458\nمنى,00966 55 120 4417\nأمل,+966(0)551204418\nسعاد,tel:+967777123461\nدعاء,\u202A+967 777 123 463\u202C\nإيمان,777123464 (واتس)',
    guests: `علي +967777123456
هدى +967777123457
سارة +967777123458
منى +966551204417
أمل +966551204418
سعاد +967777123461
دعاء +967777123463
إيمان +967777123464`,
    asks: ['row'],
  },
  'a guest by hand, pasted': { content: 'خالة منى +2 777000111', guests: 'خالة منى ×3 +967777000111' },
} as const satisfies Record<string, CorpusFile>
