import { accounts } from './ar/accounts.ts'
import { cards } from './ar/cards.ts'
import { device } from './ar/device.ts'
import { events } from './ar/events.ts'
import { invitations } from './ar/invitations.ts'
import { links } from './ar/links.ts'
import { office } from './ar/office.ts'
import { paper } from './ar/paper.ts'
import { reports } from './ar/reports.ts'
import { scanner } from './ar/scanner.ts'
import { sending } from './ar/sending.ts'
import { shell } from './ar/shell.ts'

/** Every text of the screens, except the server's own messages, which are in `core`. */
export const text = {
  product: 'حُضور',
  ...shell,
  ...device,
  ...accounts,
  ...office,
  ...events,
  ...links,
  ...invitations,
  ...cards,
  ...paper,
  ...reports,
  ...scanner,
  ...sending,
} as const
