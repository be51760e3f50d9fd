/** The label of an invitation without a guest's name. */
export const namelessGuest = 'دعوة عامة'
/** The label of an event whose name is no longer stored. */
export const deletedEvent = 'مناسبة محذوفة'
