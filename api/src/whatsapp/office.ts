import type { Deps } from '../deps.ts'
import { queuePlanned } from './plans.ts'
import { whatsappSender } from './sender.ts'
import type { WhatsAppConfig } from './settings.ts'

type Options = Pick<Deps, 'db' | 'now' | 'timeZone'> & { callingCode: string; config: WhatsAppConfig }

/** Returns the office's WhatsApp number: its settings and, where they are complete, the sender of its messages. */
export function officeWhatsApp({ config, ...deps }: Options) {
  const { account, webhook } = config
  const sender =
    account &&
    whatsappSender({
      ...{ db: deps.db, now: deps.now, timeZone: deps.timeZone, account, hasWebhook: webhook !== undefined },
      queuePlanned: () => queuePlanned(deps, { account, callingCode: deps.callingCode }),
    })
  return {
    config,
    wake: () => sender?.wake(),
    start: (log: Parameters<NonNullable<typeof sender>['start']>[0]) => sender?.start(log),
    stop: async () => sender?.stop(),
  }
}
