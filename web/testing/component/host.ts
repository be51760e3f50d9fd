import { admin } from './session.ts'

/** A user who is no administrator. */
export const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

/** An event, as a visitor orders invitations for it and a user requests them. */
export const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', eventType: 'wedding', phone: '0551204417' } as const

/** Creates the host with a limit of 50 invitations. */
export const addHost = () => admin.accounts.create({ ...HOST, generationLimit: 50 })
