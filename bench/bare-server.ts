/**
 * The minimal server with which `npm run bench -- api` compares the application. It stores a scan durably before it responds. It uses only
 * Fastify and prepared statements, and commits all scans of one turn of the event loop in one transaction. It has no sessions and no
 * validation, and its only rule is the number of people of an invitation.
 */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'

const db = new DatabaseSync(path.join(process.argv[2]!, 'bare.sqlite'))
db.exec('pragma journal_mode = wal; pragma synchronous = full')
db.exec('create table invitations (id text primary key, current_scans integer not null, max_scans integer not null) strict')
db.exec('create table scans (id text primary key, invitation_id text not null, at text not null) strict')
const insertInvitation = db.prepare('insert into invitations values (?, 0, 1000000)')
const incrementScans = db.prepare('update invitations set current_scans = current_scans + 1 where id = ? and current_scans < max_scans')
const insertScan = db.prepare('insert into scans values (?, ?, ?)')
for (let n = 0; n < 5_000; n++) insertInvitation.run(`guest-${n}`)

let waitingScans: { id: string; answer: (admitted: boolean) => void }[] = []
function commitScans() {
  const batch = waitingScans
  waitingScans = []
  db.exec('begin immediate')
  const admitted = batch.map(({ id }) => incrementScans.run(id).changes === 1)
  for (const { id } of batch) insertScan.run(randomUUID(), id, new Date().toISOString())
  db.exec('commit')
  for (const [n, { answer }] of batch.entries()) answer(admitted[n]!)
}

const app = Fastify()
app.post<{ Body: { qr_code: string } }>('/api/invitations.php', async ({ body }) => {
  const success = await new Promise<boolean>(answer => {
    if (waitingScans.push({ id: body.qr_code, answer }) === 1) setImmediate(commitScans)
  })
  return { success }
})
process.stdout.write(`Hudur is at ${await app.listen({ port: 0, host: '127.0.0.1' })}/\n`)
