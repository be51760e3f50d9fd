export const letterWord = { one: 'حرف واحد', two: 'حرفين', few: 'أحرف', many: 'حرفاً', other: 'حرف' }
export const madeWord = { one: 'دعوة', two: 'دعوتان', few: 'دعوات', many: 'دعوة', other: 'دعوة' }
export const requestWord = { one: 'طلب واحد', two: 'طلبان', few: 'طلبات', many: 'طلباً', other: 'طلب' }
export const designWord = { one: 'تصميم واحد', two: 'تصميمان', few: 'تصاميم', many: 'تصميماً', other: 'تصميم' }
export const eventWord = { one: 'مناسبة واحدة', two: 'مناسبتان', few: 'مناسبات', many: 'مناسبة', other: 'مناسبة' }
export const personWord = { one: 'شخص واحد', two: 'شخصان', few: 'أشخاص', many: 'شخصاً', other: 'شخص' }
export const placeWord = { one: 'شخصًا واحدًا', two: 'شخصين', few: 'أشخاص', many: 'شخصًا', other: 'شخص' }
export const pictureWord = { one: 'صورة واحدة', two: 'صورتان', few: 'صور', many: 'صورة', other: 'صورة' }
