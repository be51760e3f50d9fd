import { admin } from './session.ts'

/** The credentials and the name of a user who is not an administrator. */
export const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

/** The data of an event for which a visitor orders or a user requests invitations. */
export const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '0551204417' } as const

/** Creates the account of the user `HOST` with a quota of 50 invitations. */
export const addHost = () => admin.accounts.create({ ...HOST, generationLimit: 50 })
