export const design = { idTaken: 'يوجد تصميم آخر بهذا المعرّف' }
