/** The usual phrases of the words of the house, and the separator between two of them. */
export const house = {
  noChildren: 'جنة الأطفال منازلهم',
  noPhotography: 'ممنوع التصوير',
  personalOnly: 'الدعوة لحاملها فقط',
  modestDress: 'اللباس الساتر',
}
export const houseSeparator = ' · '

/** The refusals of an answer for its number of children. */
export const childrenOfAnswer = {
  tooMany: (people: number) => `الأطفال من عدد الحضور، فلا يزيدون على ${people}`,
  onPage: 'اكتبوا كم طفلاً من عدد الحضور، ولا يزيدون عليه',
}
