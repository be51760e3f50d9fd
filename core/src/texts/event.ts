export const event = {
  taken: (name: string) => `لديك مناسبة أخرى بهذا الاسم في هذا اليوم: «${name}»`,
  idTaken: 'توجد مناسبة أخرى بهذا المعرّف',
  badTime: 'اكتب الساعة هكذا: 19:30',
  badMapUrl: 'رابط الخريطة يبدأ بـ https://',
  gone: 'المناسبة محذوفة',
}
