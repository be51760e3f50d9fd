/** Texts of what is printed: the list for the gate, cards on sheets, and signs for tables. */
export const paper = {
  gateList: {
    print: 'قائمة البوابة',
    title: 'قائمة الدعوات',
    summary: (invitations: string, people: string) => `الدعوات: ${invitations} · الأشخاص: ${people}`,
    nobody: 'لا ضيوف في القائمة',
    partOnly: 'بعض الضيوف فقط',
    printedAt: (moment: string) => `طُبعت ${moment}`,
    otherNames: 'أخرى',
    table: (table: string) => `ط \u2068${table}\u2069`,
    places: (people: string) => `× ${people}`,
    enteredOf: (entered: string, people: string) => `دخل ${entered} من ${people}`,
    tooLong: (most: string) => `القائمة أطول من ${most} دعوة. اختر مناسبة ثم اطبعها`,
  },

  paper: {
    menu: 'طباعة',
    stop: 'إيقاف',
    settings: 'في نافذة الطباعة: ورق A4، بلا هوامش، والحجم الفعلي 100%.',
    sheetWord: { one: 'ورقة واحدة', two: 'ورقتان', few: 'أوراق', many: 'ورقة', other: 'ورقة' },
    cards: {
      action: 'البطاقات، أربع في الورقة',
      title: 'البطاقات للطباعة',
      drawing: 'رسم البطاقات',
      ready: (sheets: string, cards: string) => `${sheets} فيها ${cards}، مرتبة على حروف أسماء الضيوف، وعند زوايا كل بطاقة علامات القص.`,
      failed: 'تعذّر رسم البطاقات. أغلق النافذة وأعد المحاولة',
      empty: 'لا بطاقات بلا ضيوف',
      emptyAdvice: 'أضف الضيوف أولاً، ثم اطبع بطاقاتهم.',
    },
    tables: {
      action: 'أسماء الطاولات',
      title: 'أسماء الطاولات',
      table: 'الطاولة',
      tableWord: { one: 'طاولة واحدة', two: 'طاولتان', few: 'طاولات', many: 'طاولة', other: 'طاولة' },
      ready: (tables: string, sheets: string) => `${tables} في ${sheets}. في كل ورقة لوحتان بمقاس A5 تُقصّان من وسطها.`,
      part: (part: string, parts: string) => `${part} من ${parts}`,
      empty: 'لا طاولة لأي ضيف بعد',
      emptyAdvice: 'اكتب الطاولة عند تعديل الضيف، أو في عمود «الطاولة» من القائمة التي تستوردها.',
    },
  },
}
