export const letterWord = { one: 'حرف واحد', two: 'حرفين', few: 'أحرف', many: 'حرفاً', other: 'حرف' }
export const madeWord = { one: 'دعوة', two: 'دعوتان', few: 'دعوات', many: 'دعوة', other: 'دعوة' }
export const addedWord = { one: 'دعوة واحدة', two: 'دعوتين', few: 'دعوات', many: 'دعوة', other: 'دعوة' }
export const requestWord = { one: 'طلب واحد', two: 'طلبان', few: 'طلبات', many: 'طلباً', other: 'طلب' }
export const designWord = { one: 'تصميم واحد', two: 'تصميمان', few: 'تصاميم', many: 'تصميماً', other: 'تصميم' }
export const eventWord = { one: 'مناسبة واحدة', two: 'مناسبتان', few: 'مناسبات', many: 'مناسبة', other: 'مناسبة' }
export const linkWord = { one: 'رابط واحد', two: 'رابطان', few: 'روابط', many: 'رابطاً', other: 'رابط' }
/** After a preposition, as «على جهازين». */
export const deviceWord = { one: 'جهاز واحد', two: 'جهازين', few: 'أجهزة', many: 'جهازاً', other: 'جهاز' }
export const personWord = { one: 'شخص واحد', two: 'شخصان', few: 'أشخاص', many: 'شخصاً', other: 'شخص' }
export const adultWord = { one: 'كبير', two: 'كبيران', few: 'كبار', many: 'كبيراً', other: 'كبير' }
export const childWord = { one: 'طفل', two: 'طفلان', few: 'أطفال', many: 'طفلاً', other: 'طفل' }
export const placeWord = { one: 'شخصاً واحداً', two: 'شخصين', few: 'أشخاص', many: 'شخصاً', other: 'شخص' }
export const seatWord = { one: 'مكان واحد', two: 'مكانان', few: 'أماكن', many: 'مكاناً', other: 'مكان' }
export const pictureWord = { one: 'صورة واحدة', two: 'صورتان', few: 'صور', many: 'صورة', other: 'صورة' }
export const hijriMonths = [
  ...['محرم', 'صفر', 'ربيع الأول', 'ربيع الآخر', 'جمادى الأولى', 'جمادى الآخرة'],
  ...['رجب', 'شعبان', 'رمضان', 'شوال', 'ذو القعدة', 'ذو الحجة'],
]
