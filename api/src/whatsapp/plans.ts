import { addDays, dayInTimeZone } from '@hudur/core/calendar'
import { hasBegun } from '@hudur/core/events/night'
import type { Deps } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { whatsappIn } from './repository.ts'
import { decideMessages, plannedTimes } from './service.ts'
import type { WhatsAppAccount } from './settings.ts'

/** How many days after its event a planned message of thanks is still sent, where the server did not run at its time. */
const MAX_LATE_DAYS = 3

/** Queues the reminders and thanks whose time has come, each once. A reminder is not sent once the event has begun. */
export async function queuePlanned(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  { account, callingCode }: { account: WhatsAppAccount; callingCode: string },
) {
  const at = now()
  for (const plan of await whatsappIn(db.read).openPlans(addDays(dayInTimeZone(timeZone, at), -MAX_LATE_DAYS))) {
    const times = plannedTimes(plan, plan, timeZone)
    for (const kind of ['reminder', 'thanks'] as const) {
      const dueAt = times[kind]
      const isDone = (kind === 'reminder' ? plan.reminded_at : plan.thanked_at) !== null
      if (dueAt === null || isDone || dueAt > at || !account.templates[kind]) continue
      await db.write(async trx => {
        const event = await eventsIn(trx).find(plan.event_id, { userId: undefined })
        if (!event || (kind === 'reminder' && hasBegun(event, at, timeZone))) return
        const messages = whatsappIn(trx)
        if (!(await messages.finishPlan(event.id, kind, { changedAt: plan.changed_at, now: at }))) return
        const invitations = await invitationsIn(trx).findAll(await messages.plannedIds(event.id, kind), { userId: undefined })
        const decided = await decideMessages(trx, invitations, { kind }, { now: at, timeZone, callingCode })
        await messages.add(decided.messages, { byId: plan.by_id, now: at })
      })
    }
  }
}
