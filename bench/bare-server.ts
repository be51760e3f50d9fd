/**
 * The reference for `npm run bench -- api`: a minimal server that answers a scan durably. It uses bare Fastify and prepared statements, and
 * commits the scans of one turn of the event loop together. It has no sessions, no validation, and no rule but the number of places.
 */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'

const db = new DatabaseSync(path.join(process.argv[2]!, 'bare.sqlite'))
db.exec('pragma journal_mode = wal; pragma synchronous = full')
db.exec('create table invitations (id text primary key, current_scans integer not null, max_scans integer not null) strict')
db.exec('create table scans (id text primary key, invitation_id text not null, at text not null) strict')
const add = db.prepare('insert into invitations values (?, 0, 1000000)')
const raise = db.prepare('update invitations set current_scans = current_scans + 1 where id = ? and current_scans < max_scans')
const record = db.prepare('insert into scans values (?, ?, ?)')
for (let n = 0; n < 5_000; n++) add.run(`guest-${n}`)

let waiting: { id: string; answer: (admitted: boolean) => void }[] = []
function commit() {
  const batch = waiting
  waiting = []
  db.exec('begin immediate')
  const admitted = batch.map(({ id }) => raise.run(id).changes === 1)
  for (const { id } of batch) record.run(randomUUID(), id, new Date().toISOString())
  db.exec('commit')
  for (const [n, { answer }] of batch.entries()) answer(admitted[n]!)
}

const app = Fastify()
app.post<{ Body: { qr_code: string } }>('/api/invitations.php', async ({ body }) => {
  const success = await new Promise<boolean>(answer => {
    if (waiting.push({ id: body.qr_code, answer }) === 1) setImmediate(commit)
  })
  return { success }
})
process.stdout.write(`Hudur is at ${await app.listen({ port: 0, host: '127.0.0.1' })}/\n`)
