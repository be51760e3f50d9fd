export const scan = {
  admitted: 'تم التحقق من الدعوة بنجاح',
  used: 'تم استخدام هذه الدعوة مسبقاً',
  unknown: 'رمز QR غير صحيح أو غير موجود في النظام',
  unreadable: 'خطأ في قراءة رمز QR',
  several: 'أكثر من دعوة بهذا الاسم. اختر صاحب الدعوة',
  onePartly: 'أهذا صاحب الدعوة؟',
  tooFew: (remaining: number) => `بقي في هذه الدعوة ${remaining} فقط`,
  pending: 'هذه الدعوة معلّقة لأن رصيد صاحبها لم يكفِ. راجع صاحب المناسبة',
  deleted: 'حُذفت هذه الدعوة',
  replaced: 'استُبدلت هذه الدعوة ببطاقة أحدث',
  cancelled: 'أُلغيت هذه الدعوة',
  otherEvent: (event: string) => `هذه الدعوة لمناسبة أخرى: ${event}`,
  cardOf: (event: string) => `هذه البطاقة لـ«${event}»`,
  cardOfOwner: 'هذه البطاقة لمناسبة أخرى لصاحب الدعوة',
  again: 'سُجّل دخوله قبل قليل من هذا الجهاز',
  undoneBefore: 'تم التراجع عن هذا الدخول ولم يُحتسب. امسح الرمز من جديد لإدخال الضيف',
  advice: 'سُجّل الدخول بهذه الدعوة من قبل. تفضّل معنا إلى الاستقبال لنساعدك',
}

/** Refusals of a change after an admission. */
export const admission = {
  belowScans: (scans: number) => `دخل بهذه الدعوة ${scans}، فلا يقل العدد عن ذلك`,
  tooLateToUndo: 'مضى على الدخول أكثر من 15 دقيقة فلا يُلغى',
}
