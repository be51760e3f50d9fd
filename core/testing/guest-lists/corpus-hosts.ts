import type { CorpusFile } from './corpus.ts'
import { workbookOf } from './list-files.ts'

/** Lists as hosts keep and paste them: blocks below and beside each other, pages of a PDF, messages of a chat, answers of a form. */
export const HOST_FILES = {
  'the guests of two sides below framed titles': {
    content: '👰 ضيوف العروسة 👰\n• ريهام السقاف\n777300601\n• هناء العلوي\n————————\n🤵 ضيوف العريس 🤵\n• عارف الصبري\n711300601\n',
    guests: `ريهام السقاف +967777300601 {العروسة}
هناء العلوي {العروسة}
عارف الصبري +967711300601 {العريس}`,
    asks: ['list'],
  },
  'two lists below each other, each with a title and headings': {
    content: workbookOf([
      {
        name: 'القائمة',
        rows: [
          ['قائمة الرجال'],
          ['م', 'الاسم', 'العدد'],
          [1, 'أمين الجمل', 2],
          [2, 'زيد الذاري', 1],
          [],
          ['قائمة النساء'],
          ['م', 'الاسم', 'العدد'],
          [1, 'أم أمين', 3],
          [2, 'تهاني', 1],
          ['', 'المجموع', 7],
        ],
      },
    ]),
    guests: `أمين الجمل ×2 {الرجال}
زيد الذاري {الرجال}
أم أمين ×3 {النساء}
تهاني {النساء}`,
    asks: ['list'],
  },
  'two lists below each other with other columns': {
    content: 'الاسم,الجوال\nأمين الجمل,777100100\nزيد الذاري,777100101\nالاسم,العدد\nأم أمين,3\n',
    guests: 'أمين الجمل +967777100100\nزيد الذاري +967777100101\nأم أمين',
    asks: ['row'],
  },
  'a remark in a column that has no names': {
    content: 'م,الاسم,الجوال\n1,أمين الجمل,777100100\nعائلة المهندس فؤاد,,\n2,زيد الذاري,777100101\n',
    guests: 'أمين الجمل +967777100100\nعائلة المهندس فؤاد ×2\nزيد الذاري +967777100101',
    asks: ['row'],
  },
  'two pages of a PDF, pasted': {
    content:
      'كشف بأسماء المدعوين\nصفحة 1 من 2\nم الاسم رقم الهاتف العدد\n1 عبدالملك المخلافي 777111222 2\n2 توفيق الشرجبي 711111222 4\nصفحة 2 من 2\nم الاسم رقم الهاتف العدد\n3 نبيل الأديمي 770111222 2\n4 شهاب المقرمي 1\nالإجمالي 9\n',
    guests: `عبدالملك المخلافي ×2 +967777111222
توفيق الشرجبي ×4 +967711111222
نبيل الأديمي ×2 +967770111222
شهاب المقرمي`,
  },
  'a chat with answers, a voice message and a poll': {
    content: `12/10/26، 8:16 م - أم وليد: أختي نورية وكنتها
12/10/26، 8:17 م - أم وليد: رسالة صوتية (0:14)
12/10/26، 8:19 م - أنتِ: تمام بسجلهم
12/10/26، 8:20 م - أم وليد: وزيدي حليمة جارتنا 777654321
12/10/26، 8:21 م - أم وليد: استفتاء: من بيجي؟ خيار: نعم (٣ أصوات)
12/10/26، 8:22 م - أم وليد: أم سعد`,
    guests: 'أختي نورية وكنتها ×2\nأم سعد',
    asks: ['row'],
  },
  'a seating plan with a title, a named table and counts': {
    content: workbookOf([
      {
        name: 'الطاولات',
        rows: [
          ['توزيع الطاولات'],
          ['طاولة 1', 'طاولة 2', 'طاولة VIP'],
          ['أحمد الحيمي', 'خالد الصلوي', 'الشيخ حمود'],
          ['محمد الحيمي ×2', 'خالد الصلوي وزوجته', 'الشيخ ناجي'],
          ['العدد: 3', 'العدد: 3', 'العدد: 2'],
        ],
      },
    ]),
    guests: `أحمد الحيمي [1]
محمد الحيمي ×2 [1]
خالد الصلوي [2]
خالد الصلوي وزوجته ×2 [2]
الشيخ حمود [VIP]
الشيخ ناجي [VIP]`,
    asks: ['list'],
  },
  'the same columns beside each other': {
    content: 'م\tالاسم\t\tم\tالاسم\n1\tعبدالله المقطري\t\t4\tحسن البيضاني\n2\tصالح باجل\t\t5\tمنير العديني\n3\tحميد الذماري\t\t\t\n',
    guests: 'عبدالله المقطري\nصالح باجل\nحميد الذماري\nحسن البيضاني\nمنير العديني',
  },
  'a form that asks for adults and for children': {
    content:
      '"طابع زمني","اسم العائلة الكريمة","هل ستحضرون حفل الزفاف؟","كم عدد الحضور من البالغين؟","كم عدد الأطفال (تحت 12 سنة)؟","رقم الجوال"\n"2026/11/20 9:14:05 م","آل الأكوع","نعم، بإذن الله","3","2","777001002"\n"2026/11/20 10:01:44 م","بيت الرداعي","لا، نعتذر","","","733001002"\n"2026/11/21 8:44:00 ص","أم حمزة","لا أعلم بعد","1","",""\n',
    guests: 'آل الأكوع ×5 (2) +967777001002\nأم حمزة',
    asks: ['column'],
  },
  'cells of persons in words': {
    content: 'الاسم,عدد الأشخاص\nخالد العنسي,هو وزوجته\nناجي الصبري,هو وأولاده\nسعاد باجل,العائلة\n',
    guests: 'خالد العنسي ×2\nناجي الصبري ×2\nسعاد باجل ×2',
    asks: ['row'],
  },
  'errors of formulas that were saved as text': {
    content: 'الاسم,الجوال,العدد\n#N/A,777300801,1\n#REF!,777300802,2\nأنور الحاج,#REF!,2\nهدى الحاج,,#VALUE!\n',
    guests: 'أنور الحاج ×2\nهدى الحاج',
    asks: ['row'],
  },
  'two names with a slash, and a number word that may be a name': {
    content: 'سلوى / هدى السقاف\nياسر واحد\nالأستاذ / نعمان قائد\n',
    guests: 'سلوى / هدى السقاف\nياسر واحد\nالأستاذ / نعمان قائد',
    asks: ['row'],
  },
  'telephone cells of a spreadsheet': {
    content: 'الاسم,الجوال\nخالد العنسي,777123464.0\nناجي الصبري,"777,123,461"\nسعاد باجل,لا يوجد\nهدى الحاج,-\nمنى الحاج,0\n',
    guests: 'خالد العنسي +967777123464\nناجي الصبري +967777123461\nسعاد باجل\nهدى الحاج\nمنى الحاج',
  },
  'men, women and their sum': {
    content: 'العائلة,رجال,نساء,أطفال,المجموع\nبيت الوزير,2,3,1,6\nبيت المتوكل,1,1,,2\n',
    guests: 'بيت الوزير ×6 (1)\nبيت المتوكل ×2',
  },
  'cards of men and of women': {
    content: 'الاسم\tكرت رجال\tكرت نساء\nبيت العيني\t1\t2\nيحيى الراعي\t1\t0\n',
    guests: 'بيت العيني ×3\nيحيى الراعي',
    asks: ['column'],
  },
  'a column «الحضور» with numbers': { content: 'الاسم;الحضور\nعصام شريم;2\nلينا الحاج;1\n', guests: 'عصام شريم ×2\nلينا الحاج' },
  'a title of one letter, and a family name beside the name': {
    content: 'Name Prefix,First Name,Last Name\nد.,عبدالرحمن,السنباني\n,خالد,باوزير\n',
    guests: 'د. عبدالرحمن السنباني\nخالد باوزير',
  },
  'headings «الاسم» and «اللقب العائلي»': { content: 'الاسم,اللقب العائلي\nصقر,مريش\nخالد,باوزير\n', guests: 'صقر مريش\nخالد باوزير' },
  'a guest with a link, and one who is struck out, pasted': {
    content: 'سالم الصبري https://maps.app.goo.gl/x\nزينب باوزير\n~أم فهد~\nhttps://maps.app.goo.gl/y\n',
    guests: 'زينب باوزير',
    asks: ['row'],
  },
  'a number of persons without a name, and a total without a word': {
    content: 'م,الاسم,العدد\n1,سالم الصبري,2\n2,,\n3,,4\n4,زينب باوزير,1\n,,3\n',
    guests: 'سالم الصبري ×2\nزينب باوزير',
    asks: ['list'],
  },
  'a total in the column of telephones': {
    content: 'الرقم,اسم الضيف,الهاتف,عدد الأفراد\n١,سالم الصبري,٧٧٧١٠٠٣٠٠,٣\n٢,زينب,,١\n,,الإجمالي,٤\n',
    guests: 'سالم الصبري ×3 +967777100300\nزينب',
  },
  'answers «قبول» and «رفض», and «كم شخص»': {
    content: 'الاسم,كم شخص,الرد\nسالم الصبري,2,قبول\nناجي الصبري,1,رفض\nزينب,3,قبول مع الاعتذار عن الأطفال\n',
    guests: 'سالم الصبري ×2\nزينب ×3',
    asks: ['column'],
  },
  'an English form with an answer in words': {
    content:
      'Timestamp,Your name,Will you attend?,Number of guests\n11/20/2026 9:14:05,Karim Saleh,Yes,3\n11/20/2026 9:15:05,Huda Ali,"Sorry, can\'t make it",\n',
    guests: 'Karim Saleh ×3',
    asks: ['column'],
  },
  'two sides beside each other with headings of their own': {
    content: 'المدعوون من طرف العريس\t\tالمدعوون من طرف العروس\t\nالاسم\tالعدد\tالاسم\tالعدد\nسالم\t2\tزينب\t1\nناجي\t1\tهدى\t3\n',
    guests: `سالم ×2 {المدعوون من طرف العريس}
ناجي {المدعوون من طرف العريس}
زينب {المدعوون من طرف العروس}
هدى ×3 {المدعوون من طرف العروس}`,
    asks: ['list'],
  },
  'guests with counts in brackets in one line, pasted': {
    content: 'خالد (3)، سعد (2)\nسالم الصبري - ٣ أشخاص - 777100300 - طاولة ٤\nزينب - لا يوجد رقم - طاولة ٢\n',
    guests: 'خالد ×3\nسعد ×2\nسالم الصبري ×3 +967777100300 [4]\nزينب [2]',
    asks: ['row'],
  },
  'a column «المجموعة» that states each group once': {
    content: 'المجموعة,الاسم\nأهل العريس,سالم\n,ناجي\nأهل العروس,زينب\n,هدى\n',
    guests: 'سالم {أهل العريس}\nناجي {أهل العريس}\nزينب {أهل العروس}\nهدى {أهل العروس}',
    asks: ['list'],
  },
  'lines numbered by letters, and answers of a chat, pasted': {
    content: 'أ) سالم الصبري\nب) زينب\nج) ناجي\nد) هدى\nسعد: خمسة\n٧٧٧٠٠٠١١١ هذا رقم سالم\nخمسة\n',
    guests: 'سالم الصبري\nزينب\nناجي\nهدى\nسعد: خمسة',
    asks: ['row'],
  },
  'answers «Y» and «N», and a column «+1»': {
    content: 'Guest,RSVP,+1\nSalem,Y,1\nZainab,N,0\nNaji,,2\n',
    guests: 'Salem ×2\nNaji ×3',
    asks: ['column'],
  },
  'a sheet of figures beside the lists': {
    content: workbookOf([
      {
        name: 'الأسماء',
        rows: [
          ['الاسم', 'العدد'],
          ['حافظ معياد', 2],
        ],
      },
      {
        name: 'إحصائيات',
        rows: [
          ['الفئة', 'العدد'],
          ['رجال', 2],
          ['نساء', 3],
          ['الإجمالي', 5],
        ],
      },
    ]),
    guests: 'حافظ معياد ×2 {الأسماء}\nالفئة {إحصائيات}',
    asks: ['sheet', 'row'],
  },
} as const satisfies Record<string, CorpusFile>
