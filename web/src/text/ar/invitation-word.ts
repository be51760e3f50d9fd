/** «دعوة» after a number of invitations. */
export const invitationWord = { one: 'دعوة واحدة', two: 'دعوتان', few: 'دعوات', many: 'دعوة', other: 'دعوة' } as const
