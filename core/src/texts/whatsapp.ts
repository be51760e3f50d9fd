/** The texts of the office's WhatsApp number. */
export const whatsapp = {
  off: 'الإرسال من رقم المكتب في واتساب غير مُفعَّل لهذا النوع من الرسائل',
  /** The message to a guest who comes, whose invitation is for several people. */
  howMany: (event: string, persons: number, link: string) =>
    `سعدنا بقبولكم دعوة «${event}». الدعوة لـ${persons} أشخاص؛ كم شخصاً منكم يحضر؟ أخبرونا من هنا:\n${link}`,
  /** The word for a guest without a name. */
  guest: 'ضيفنا الكريم',
}
