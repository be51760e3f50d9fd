/** Refusals of a change after an admission. */
export const admission = {
  belowScans: (scans: number) => `دخل بهذه الدعوة ${scans}، فلا يقل العدد عن ذلك`,
  tooLateToUndo: 'مضى على الدخول أكثر من 15 دقيقة فلا يُلغى',
}
