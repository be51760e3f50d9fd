import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { qrCodeText } from '@hudur/core/check-in/card-text'
import { eventViewOf } from '@hudur/core/events/event-fields'
import { guestStateOf } from '@hudur/core/guests/guest-state'
import { type View, viewOf } from '@hudur/core/invitations/views'
import { Refusal, type RefusalCode, refusals } from '@hudur/core/refusals'
import { fillPage } from '@hudur/core/site/fill-page'
import * as texts from '@hudur/core/texts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodeQR } from 'qr'
import { designsIn } from '../../cards/designs-repository.ts'
import { currentCallerStorage } from '../../database/fair-queue.ts'
import type { Deps } from '../../deps.ts'
import { eventPicturesIn } from '../../events/pictures-repository.ts'
import { calendarFile } from '../../guests/calendar.ts'
import { guestPageValues } from '../../guests/page.ts'
import { findInvitationByCode, guestsIn } from '../../guests/repository.ts'
import type { Limits } from '../abuse/limits.ts'
import { widestNetworkOf } from '../abuse/networks.ts'
import { cleanGuestPath } from '../guest-path.ts'
import { pageCache, pageOrigin, sendPage } from './website.ts'

/** Returns the dark modules of a QR code as an SVG path, one line for each run of modules. It is half as long as a path of outlines. */
function qrCodeSvgPath(text: string) {
  // Removes the border that the encoder requires, because the page adds its own.
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1))
  const rowSvgPath = (row: boolean[], y: number) => {
    let path = ''
    let end = 0
    for (let x = 0; x < row.length; x++) {
      const start = x
      while (row[x]) x++
      if (x === start) continue
      path += `${path === '' ? `M${start} ${y}.5` : `m${start - end} 0`}h${x - start}`
      end = x
    }
    return path
  }
  return { path: modules.map(rowSvgPath).join(''), size: modules.length }
}

/** Returns the text of the error that the redirect after the form has in its query string; empty without one. */
function refusalText({ refused = '', field }: { refused?: string; field?: string }, { invitation }: { invitation: View<'guest'> }) {
  if (refused === 'bad-input' && field === 'children') return texts.childrenOfAnswer.onPage
  if (refused === 'bad-input' && field === 'people') return texts.guest.people(invitation.maxScans)
  return Object.hasOwn(refusals, refused) ? refusals[refused as RefusalCode].text : ''
}

const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  // Browsers send the origin of the page with its form only under this policy.
  'referrer-policy': 'same-origin',
}

type GuestPageOptions = Pick<Deps, 'db' | 'now' | 'timeZone'> & { folder: string; publicUrl?: URL | undefined; callingCode: string }

/** Serves the page of an invitation, which needs no scripts, its calendar file, and the pictures of events. */
export function serveGuestPages(
  app: FastifyInstance,
  { limitUnknownCodes }: Limits,
  { db, now, timeZone, folder, publicUrl, callingCode }: GuestPageOptions,
) {
  let templateRead: Promise<string> | undefined
  /** Reads the HTML template of the page at the first request. Reads it again after a failure. */
  const readTemplate = () =>
    (templateRead ??= readFile(path.join(folder, 'guest.html'), 'utf8').catch(error => {
      templateRead = undefined
      throw error
    }))

  /** Caches the rendered page for unknown codes, because somebody may try many codes. */
  const cachedWithoutGuest = pageCache()

  /** Finds an invitation. Throws `not-found`, and `busy` after too many unknown codes of a caller. */
  async function findInvitation(request: FastifyRequest, reply: FastifyReply, code: string) {
    return limitUnknownCodes({ request, reply }, async () => {
      const found = await currentCallerStorage.run(widestNetworkOf(request.ip), () => findInvitationByCode(db, code))
      if (!found) throw new Refusal('not-found')
      return found
    })
  }

  /**
   * Finds what a guest may see, for a page that explains a refusal itself. Instead of throwing `not-found` or `busy` it sets the status of the
   * reply, and returns no invitation.
   */
  async function findInvitationForPage(request: FastifyRequest, reply: FastifyReply, code: string) {
    try {
      const { invitation, event, pictureId } = await findInvitation(request, reply, code)
      const isReplaced = code !== invitation.code
      const former = isReplaced ? undefined : await guestsIn(db.read).formerFacts(invitation, event)
      const isGivenAway = isReplaced && (await guestsIn(db.read).wasGivenAwaySince(invitation.id, code))
      const design = await designsIn(db.read).ofEvent(event.id)
      const shown = {
        look: design?.look,
        ...{ invitation: viewOf('guest', invitation), event: eventViewOf('guest', event), pictureId, former, isGivenAway },
        isUnsent: invitation.sentAt === null && invitation.openedAt === null,
      }
      return { found: shown, isBusy: false }
    } catch (error) {
      if (!(error instanceof Refusal) || (error.code !== 'not-found' && error.code !== 'busy')) throw error
      reply.code(error.status)
      return { found: undefined, isBusy: error.code === 'busy' }
    }
  }

  app.get('/i/:code', async (request, reply) => {
    const { code } = request.params as { code: string }
    // Decided by the text alone, so that it does not tell which codes exist.
    const cleanPath = cleanGuestPath(request.originalUrl, code)
    if (cleanPath !== undefined) return reply.headers(PAGE_HEADERS).redirect(cleanPath)
    const { found, isBusy } = await findInvitationForPage(request, reply, code)
    const page = {
      ...{ found, code, isBusy, now: now(), timeZone, callingCode },
      refusal: found ? refusalText(request.query as { refused?: string; field?: string }, found) : '',
      ...(found && { qr: qrCodeSvgPath(qrCodeText(found.invitation)) }),
      origin: pageOrigin(request, publicUrl),
    }
    const empty = await readTemplate()
    const render = () => fillPage(empty, guestPageValues(page))
    const filled = found ? render() : await cachedWithoutGuest(request, [page.origin, isBusy], render)
    return sendPage(request, reply.headers(PAGE_HEADERS), filled)
  })

  // The picture of an id never changes and shows no guest, so any cache may store it.
  app.get('/p/:file', async (request, reply) => {
    const [, id] = /^([\w-]{1,64})\.jpg$/.exec((request.params as { file: string }).file) ?? []
    const bytes = id === undefined ? undefined : await eventPicturesIn(db.read).bytesOf(id)
    if (!bytes) throw new Refusal('not-found')
    return reply
      .type('image/jpeg')
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'x-robots-tag': 'noindex' })
      .send(bytes)
  })

  app.get('/i/:code/calendar.ics', async (request, reply) => {
    const { code } = request.params as { code: string }
    const { invitation, event } = await findInvitation(request, reply, code)
    const state = guestStateOf(invitation, code, { now: now(), timeZone })
    if (state === 'replaced' || state === 'cancelled' || state === 'pending') throw new Refusal('not-found')
    const uid = `${createHash('sha256').update(`calendar ${event.id}`).digest('hex').slice(0, 32)}@hudur`
    return reply
      .headers(PAGE_HEADERS)
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="event.ics"')
      .send(calendarFile(event, { uid, now: now(), timeZone }))
  })
}
