import { type contract, fold, Refusal, scanningRules as rules, scopeOf } from '@hudur/core'
import { checkIns, guestsLike } from '../check-in/check-in.ts'
import { undo } from '../check-in/undo.ts'
import { listing } from '../database/listing.ts'
import type { Deps, Services } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { arrivalsOf } from './arrivals.ts'
import { conflictsIn } from './conflicts-repository.ts'
import { scansIn } from './repository.ts'

/**
 * The three scan endpoints, undo, and the lists and figures that a scanner shows. Every scan is recorded or counted. A repeated request
 * counts once.
 */
export const scanningService = ({ db, now, timeZone }: Deps): Services<typeof contract.scanning> => {
  const arrivals = arrivalsOf(db.slowReads)
  const checkIn = checkIns({ db, now, timeZone })

  return {
    verify: ({ actor, session, input: { qrData, ...input } }) => checkIn(actor, session.name, { code: qrData, ...input }),
    check: ({ actor, session, input: { qr_code, ...input } }) => checkIn(actor, session.name, { code: qr_code, ...input }),
    async scan({ actor, session, input: { id, ...input } }) {
      const given = await checkIn(actor, session.name, { code: id, ...input })
      return { ...given.invitation, ...given }
    },

    undo: ({ actor, input }) => undo({ db, now, timeZone }, actor, input),

    async candidates({ actor, input: { search, userId, ...event } }) {
      if (fold(search).length < rules.MIN_CANDIDATE_LETTERS) return []
      return (await guestsLike(db, search, { ...scopeOf(actor, userId), ...event })).map(rules.asCandidate)
    },

    arrivals: ({ actor, input: { userId, ...event } }) => arrivals(scopeOf(actor, userId), event),

    async arrivalTimes({ actor, input: { userId, ...event } }) {
      const scope = scopeOf(actor, userId)
      return scansIn(db.slowReads).arrivalTimes({ ...scope, eventIds: (await eventsIn(db.slowReads).idsOf(scope, event)) ?? [] })
    },

    conflicts: ({ actor, input: { limit, offset, ...which } }) =>
      listing(conflictsIn(db.slowReads), { ...scopeOf(actor), ...which }, { limit, offset }),

    async settleConflict({ actor, input: { id } }) {
      if (!(await db.write(trx => conflictsIn(trx).markSeen(id, scopeOf(actor), now())))) throw new Refusal('not-found')
      return { success: true }
    },
  }
}
