import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { normalizeIP } from '@fastify/rate-limit'
import { codeText, fillPage, guestPageValues, guestState, Refusal, type RefusalCode, refusals, texts } from '@hudur/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodeQR } from 'qr'
import { caller } from '../database/fair-queue.ts'
import type { Deps } from '../deps.ts'
import { eventPicturesIn } from '../events/pictures-repository.ts'
import { calendarFile } from '../guests/calendar.ts'
import { findByCode, type GuestInvitation } from '../guests/repository.ts'
import type { Limits } from './limits.ts'
import { originOf, pageCache, sendPage } from './website.ts'

/**
 * Returns the dark modules of a QR code as the path of an SVG, one unit a module: each run is a line of the width 1. This is half as long as
 * the path of their edges.
 */
function qrPath(text: string) {
  // The encoder requires a border; the page adds a quiet zone of its own.
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1))
  const rowPath = (row: boolean[], y: number) => {
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
  return { path: modules.map(rowPath).join(''), size: modules.length }
}

/** Returns the text of a refused answer, to whose code and field the form was redirected; empty without one. */
function refusalText({ refused = '', field }: { refused?: string; field?: string }, { invitation }: GuestInvitation) {
  if (refused === 'bad-input' && field === 'people') return texts.guest.people(invitation.maxScans)
  return Object.hasOwn(refusals, refused) ? refusals[refused as RefusalCode].text : ''
}

const HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  // The form of the page sends its origin only under this policy.
  'referrer-policy': 'same-origin',
}

type Options = Pick<Deps, 'db' | 'now' | 'timeZone'> & { folder: string; publicUrl?: URL | undefined }

/**
 * Serves the page of an invitation at `/i/<code>`, complete without script, its calendar file, and the picture of its event. An unknown code gets
 * 404.
 */
export function serveGuestPages(app: FastifyInstance, { aroundCode }: Limits, { db, now, timeZone, folder, publicUrl }: Options) {
  let reading: Promise<string> | undefined
  /** Reads the page once, when it is first asked for; again after a failure. */
  const template = () =>
    (reading ??= readFile(path.join(folder, 'guest.html'), 'utf8').catch(error => {
      reading = undefined
      throw error
    }))

  /** The rendered page for unknown codes is cached, because somebody may try many of them. */
  const cachedWithoutGuest = pageCache()

  /** Finds the invitation of a code, unless the caller has tried too many unknown ones. */
  async function find(request: FastifyRequest, reply: FastifyReply, code: string): Promise<GuestInvitation> {
    return aroundCode({ request, reply }, async () => {
      const found = await caller.run(normalizeIP(request.ip), () => findByCode(db, code))
      if (!found) throw new Refusal('not-found')
      return found
    })
  }

  /** Finds the invitation for a page, which shows a refusal as a page of its own. */
  async function findForPage(request: FastifyRequest, reply: FastifyReply, code: string) {
    try {
      return { found: await find(request, reply, code), isBusy: false }
    } catch (error) {
      if (!(error instanceof Refusal) || (error.code !== 'not-found' && error.code !== 'busy')) throw error
      reply.code(error.status)
      return { found: undefined, isBusy: error.code === 'busy' }
    }
  }

  app.get('/i/:code', async (request, reply) => {
    const { code } = request.params as { code: string }
    const { found, isBusy } = await findForPage(request, reply, code)
    const page = {
      ...{ found, code, isBusy, now: now(), timeZone },
      refusal: found ? refusalText(request.query as { refused?: string; field?: string }, found) : '',
      ...(found && { qr: qrPath(codeText(found.invitation)) }),
      origin: originOf(request, publicUrl),
    }
    const empty = await template()
    const render = () => fillPage(empty, guestPageValues(page))
    const filled = found ? render() : await cachedWithoutGuest(request, [page.origin, isBusy], render)
    return sendPage(request, reply.headers(HEADERS), filled)
  })

  // The bytes of an id never change. The picture shows the event and no guest.
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
    const { invitation, event } = await find(request, reply, code)
    const state = guestState(invitation, code, { now: now(), timeZone })
    if (state === 'replaced' || state === 'cancelled' || state === 'pending') throw new Refusal('not-found')
    const uid = `${createHash('sha256').update(`calendar ${event.id}`).digest('hex').slice(0, 32)}@hudur`
    return reply
      .headers(HEADERS)
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="event.ics"')
      .send(calendarFile(event, { uid, now: now(), timeZone }))
  })
}
