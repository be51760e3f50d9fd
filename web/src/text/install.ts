/** The product as it stands on a home screen: words that only the build reads. */
export const installText = {
  name: 'حُضور · دعوات المناسبات',
  shortName: 'حُضور',
  description: 'بطاقات دعوة لكل منها رمزها، وباب يعرف ضيوفه وإن انقطع الاتصال',
  scanner: 'الماسح',
}
