/** Texts of what is done with the selected guests of an event. */
export const guestSelection = {
  selectAll: (count: string) => `تحديد النتائج كلها: ${count}`,
  selectAllFailed: 'تعذّر تحديد النتائج كلها. أعد المحاولة',
  changeMany: {
    label: 'تعديل',
    title: (count: string) => `تعديل بيانات ${count}`,
    change: { side: 'غيّر الجهة', table: 'غيّر الطاولة', maxScans: 'غيّر عدد الأشخاص', event: 'انقلهم إلى مناسبة أخرى' },
    admitted: (people: string) => `دخل بإحداها ${people}، فلا يقل العدد عن ذلك`,
    chooseEvent: 'اختر مناسبة',
    noEvent: 'لا مناسبة بهذا الاسم',
    none: { side: 'بلا جهة', table: 'بلا طاولة' },
    present: (values: string) => `الآن: ${values}`,
    valueCount: (value: string, count: string) => `\u2068${value}\u2069 (${count})`,
    others: 'وغيرها',
    emptyRemoves: 'إن تُرك الحقل فارغاً أُزيل ما فيه الآن',
    presentVip: (count: string) => `من كبار الضيوف الآن: ${count}`,
    vip: { keep: 'كما هم', yes: 'من كبار الضيوف', no: 'ليسوا منهم' },
    submit: (guests: string) => `تعديل ${guests}`,
    done: (guests: string) => `تم تعديل ${guests}`,
    failed: 'تعذّر التعديل، ولم يتغيّر شيء',
  },
} as const
