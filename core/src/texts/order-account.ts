/** The account that is opened for the customer of an order. */
export const orderAccount = {
  /** The username of a customer whose name is not known; a number follows it. */
  customer: 'عميل',
  customerOf: (event: string) => `صاحب طلب «${event}»`,
  closed: 'الطلب ملغى أو مرفوض، فلا يُفتح له حساب. غيّر حالته أولاً',
  noPackage: 'هذه الباقة لم تعد معروضة. اختر غيرها',
}

/** Why invitations of a package were granted. An export of its own, so that browsers do not load it. */
export const packageGranted = (name: string, event: string) => `${name}، لطلب «${event}»`

/** The page of the link with which a customer sets the first password. */
export const welcome = {
  ended: 'انتهى هذا الرابط أو استُعمل من قبل. اطلب من المكتب رابطاً جديداً، أو سجّل الدخول إن كنت قد وضعت كلمة مرورك',
}
