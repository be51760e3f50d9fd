import { guestFields } from '@hudur/core/invitations/guest-fields'

/** The name and the column of a field that only the host sees, and the value of a guest. */
export const PRIVATE_FIELD = 'secret'
export const PRIVATE_VALUE = 'قيمة لا يراها إلا المضيف'

// A setup file: it runs before any other file derives its lists of fields from the table.
Object.assign(guestFields, { [PRIVATE_FIELD]: { ...guestFields.side, column: PRIVATE_FIELD, seenBy: [], byLink: undefined } })
