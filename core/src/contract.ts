import { accounts } from './accounts/contract.ts'
import { activity } from './activity/contract.ts'
import { checkIn } from './check-in/contract.ts'
import { events } from './events/contract.ts'
import { find } from './find/contract.ts'
import { guests } from './guests/contract.ts'
import { installation } from './installation/contract.ts'
import { invitations } from './invitations/contract.ts'
import { links } from './links/contract.ts'
import { messages } from './messages/contract.ts'
import { requests } from './requests/contract.ts'
import { sales } from './sales/contract.ts'
import { trail } from './trail/contract.ts'
import { whatsapp } from './whatsapp/contract.ts'

/** All endpoints of the API, grouped by noun. */
export const contract = {
  accounts,
  events,
  links,
  invitations,
  guests,
  checkIn,
  requests,
  sales,
  messages,
  activity,
  installation,
  find,
  trail,
  whatsapp,
}
export type Contract = typeof contract
