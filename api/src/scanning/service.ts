import { type Actor, type contract, fold, Refusal, scanningRules as rules, type ScanAnswer, type ScanInput, scopeOf } from '@hudur/core'
import { checkIns, guestsLike } from '../check-in/check-in.ts'
import { acceptLate, undoLate } from '../check-in/late.ts'
import { undo } from '../check-in/undo.ts'
import { listing } from '../database/listing.ts'
import type { Deps, Services } from '../deps.ts'
import { eventsIn } from '../events/repository.ts'
import { codeAtDoor, doorAnswer, doorCandidate, doorInvitation } from '../links/door-answers.ts'
import { arrivalsOf } from './arrivals.ts'
import { conflictsIn } from './conflicts-repository.ts'
import { scansIn } from './repository.ts'

/** Returns an answer without a reason that a device of the version before codes would take for a fault of the server. */
async function readable({ knows }: Pick<ScanInput, 'knows'>, answering: Promise<ScanAnswer>): Promise<ScanAnswer> {
  const { refused, ...answer } = await answering
  const isNew = refused?.reason === 'replaced' || refused?.reason === 'cancelled'
  return refused === undefined || (isNew && knows === undefined) ? answer : { ...answer, refused }
}

/**
 * The three scan endpoints, undo, and the lists and figures that a scanner shows. Every scan is recorded or counted. A repeated request
 * counts once.
 */
export const scanningService = ({ db, now, timeZone }: Deps): Services<typeof contract.scanning> => {
  const arrivals = arrivalsOf(db.slowReads)
  const checkIn = checkIns({ db, now, timeZone })

  /** Decides on a scan. A door may name the invitation as its answers do, and gets an answer without codes. */
  async function checkInAtDoor({ link, ...actor }: Actor, session: string | undefined, input: ScanInput) {
    if (!link) return checkIn(actor, session, input)
    if (link.endedAt !== undefined && !input.happened) throw new Refusal('link-ended')
    const code = await codeAtDoor(db.read, link, input.code)
    // A door that may not search knows no invitation but by its code.
    const invitationId = input.invitationId && link.maySearch ? await codeAtDoor(db.read, link, input.invitationId) : undefined
    const { eventName: _name, eventDate: _date, ...asked } = input
    return doorAnswer(await checkIn({ ...actor, link }, session, { ...asked, code, invitationId, eventId: link.eventId }), link)
  }

  return {
    verify: ({ actor, session, input: { qrData, ...input } }) => readable(input, checkIn(actor, session.name, { code: qrData, ...input })),
    check: ({ actor, session, input: { qr_code, ...input } }) =>
      readable(input, checkInAtDoor(actor, session.name, { code: qr_code, ...input })),
    async scan({ actor, session, input: { id, ...input } }) {
      const given = await readable(input, checkIn(actor, session.name, { code: id, isId: true, ...input }))
      return { ...given.invitation, ...given }
    },

    async undo({ actor, input }) {
      const { link } = actor
      if (!link) return undo({ db, now, timeZone }, actor, input)
      const asked = { ...input, qr_code: await codeAtDoor(db.read, link, input.qr_code) }
      if (link.endedAt !== undefined) return undoLate({ db, now }, actor, asked)
      const { invitation, ...done } = await undo({ db, now, timeZone }, actor, asked)
      return { ...done, invitation: invitation && doorInvitation(invitation, link) }
    },

    async candidates({ actor, input: { search, userId, ...event } }) {
      const { link } = actor
      if (link?.maySearch === false) throw new Refusal('not-allowed')
      if (fold(search).length < rules.MIN_CANDIDATE_LETTERS) return []
      const candidates = (await guestsLike(db, search, { ...scopeOf(actor, userId), ...event })).map(rules.asCandidate)
      return link ? candidates.map(doorCandidate) : candidates
    },

    arrivals: ({ actor, input: { userId, ...event } }) =>
      arrivals(scopeOf(actor, userId), actor.link ? { eventId: actor.link.eventId } : event),

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

    async acceptConflict({ actor, input: { id } }) {
      await acceptLate({ db, now, timeZone }, { id, scope: scopeOf(actor) })
      return { success: true }
    },
  }
}
