import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseTarget, withDatabase } from '../api/testing/empty-database.ts'
import { findFreePort } from '../api/testing/postgres-server.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { waitUntil } from '../api/testing/wait.ts'
import { postWebhook, startWhatsAppServer, statusOf, webhookWith, whatsappEnvironment } from '../api/testing/whatsapp-server.ts'
import { createDrillReport } from './drill.ts'

const GUESTS = 500
/** How many messages the stand-in of Meta has accepted when the sending process is killed. */
const KILLED_AFTER = 150
/** How long (ms) Meta takes to respond, so that requests are under way at the kill. */
const RESPONSE_MS = 150
/** How long (ms) a process is waited for that takes over from a killed one: the lease and a look. */
const TAKEOVER_MS = 45_000

/** Kills the sending process in the middle of 500 messages. On PostgreSQL a second process takes over; a SQLite file is opened by a new one. */
async function killSender({ on, env }: DatabaseTarget) {
  const { lines, expect, note } = createDrillReport(`the sender of 500 WhatsApp messages is killed, ${on}`)
  const meta = await startWhatsAppServer(() => new Date())
  // The picture would need an address with TLS.
  meta.state.templates.invitation.components.shift()
  const startServer = async () => {
    const port = await findFreePort()
    return startProduct({ ...whatsappEnvironment(meta.url, `http://127.0.0.1:${port}`), ...env, PORT: String(port) })
  }
  const first = await startServer()
  const servers = [first]
  try {
    const { backend: host } = await signIn(first.url)
    const invitations = Array.from({ length: GUESTS }, (_, n) => ({
      ...{ eventName: 'حفل التدريب', eventDate: '2097-01-14', guestName: `ضيف ${n}`, generationType: 'names' as const },
      phone: `+9677710${String(n).padStart(5, '0')}`,
    }))
    const ids = (await host.invitations.create({ invitations })).map(({ id }) => id)
    await host.whatsapp.send({ ids })
    meta.state.delayMs = RESPONSE_MS
    // Started after the first process has become the sender.
    await waitUntil('the first message is accepted', () => meta.accepted.length > 0)
    if (on === 'PostgreSQL') servers.push(await startServer())
    await waitUntil(`${KILLED_AFTER} messages are accepted`, () => meta.accepted.length >= KILLED_AFTER)
    await first.kill()
    const killedAt = Date.now()
    const acceptedAtKill = meta.accepted.length
    if (on === 'SQLite') servers.push(await startServer())
    await waitUntil('the next process sends', () => meta.accepted.length > acceptedAtKill, TAKEOVER_MS)
    note('the next process sends', `after ${((Date.now() - killedAt) / 1_000).toFixed(1)} s`)

    const { backend } = await signIn(servers.at(-1)!.url)
    const statesOf = async () => {
      const { rows } = await backend.invitations.list({})
      return rows.map(({ whatsapp }) => whatsapp?.state ?? 'none')
    }
    const countOf = (states: readonly string[]) =>
      Object.entries(Object.groupBy(states, state => state)).map(([state, all = []]) => `${all.length} ${state}`)
    await waitUntil('no message waits', async () => (await statesOf()).every(state => state !== 'queued' && state !== 'sending'))
    const states = await statesOf()
    const unsure = states.filter(state => state === 'unsure').length
    const twice = () => meta.countByPhone().filter(([, count]) => count > 1).length
    const isNamed = states.every(state => state === 'accepted' || state === 'unsure')
    expect('each guest has one message, or «غير مؤكد»', states.length === GUESTS && isNamed, countOf(states).join(', '))
    expect('requests were under way at the kill', unsure > 0, `${unsure} unsure`)
    expect('no guest has two messages', twice() === 0, `${meta.accepted.length} accepted by Meta`)

    const statuses = meta.accepted.map(message => statusOf(message, 'delivered', new Date()))
    const { status } = await postWebhook(servers.at(-1)!.url, webhookWith('messages', { statuses }))
    const settled = await statesOf()
    const delivered = settled.filter(state => state === 'delivered').length
    expect('reports settle lost responses', status === 200 && delivered === meta.accepted.length, countOf(settled).join(', '))
    const again = await backend.whatsapp.send({ ids })
    expect('sending to all again sends nothing', again.queued === 0, `${again.queued} queued`)

    const { rows } = await backend.invitations.list({})
    const left = rows.filter(({ whatsapp }) => whatsapp?.state === 'unsure').map(({ id }) => id)
    if (left.length > 0) await backend.whatsapp.send({ ids: left, again: true })
    await waitUntil('each guest has a message', () => meta.accepted.length >= GUESTS)
    await pause(RESPONSE_MS * 2)
    expect('what never arrived is sent on purpose', twice() === 0 && meta.accepted.length === GUESTS, `${left.length} sent again`)
  } finally {
    for (const server of servers) await server.kill()
    await meta.stop()
  }
  return lines
}

/** Kills the process that sends WhatsApp messages, on each database engine. */
export const whatsappDrill = async () => [...(await withDatabase('SQLite', killSender)), ...(await withDatabase('PostgreSQL', killSender))]
