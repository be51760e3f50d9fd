import type { ScanAnswer } from '@hudur/core/check-in/contract'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../../database/database.ts'
import type { Disk } from '../../disk.ts'
import type { ClockState } from '../../installation/trusted-clock.ts'
import { mailsIn } from '../../mail/repository.ts'
import { whatsappIn } from '../../whatsapp/repository.ts'
import { asksForStream } from '../streams.ts'

/** The metrics of the process. They are collected once, even when the process runs several servers. */
let processRegistry: Registry | undefined

function getProcessRegistry() {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  return processRegistry
}

/** Returns the age (s) of the newest backup, undefined when there is none, and the number of backups that failed since the start. */
export type BackupFigures = () => { age: number | undefined; failures: number }

type MetricSources = {
  db: Database
  now: () => Date
  backups: BackupFigures | undefined
  connections: () => number
  streams: () => number
  unreadBytes: () => number
  disk: Disk | undefined
  clock: (() => ClockState | undefined) | undefined
  /** Whether the installation has a WhatsApp number. */
  whatsapp: boolean
}

/** Creates the metrics of this server in Prometheus format. */
export function createMetrics(
  app: FastifyInstance,
  { db, now, backups, connections, streams, unreadBytes, disk, clock, whatsapp }: MetricSources,
) {
  const register = new Registry()
  const requests = new Histogram({
    name: 'hudur_http_request_duration_seconds',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  const scans = new Counter({
    name: 'hudur_scans_total',
    help: 'Verdicts given at doors, by outcome.',
    labelNames: ['outcome'],
    registers: [register],
  })

  /** Adds a gauge. `read` returns its value whenever the metrics are read; undefined keeps the last one. */
  const addGauge = (name: string, help: string, read: () => number | undefined | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const value = await read()
        if (value !== undefined) this.set(value)
      },
    })

  // When the database cannot be read, the other metrics are still returned.
  const countDueMails = () =>
    mailsIn(db.read)
      .countDue(now())
      .catch(() => Number.NaN)
  addGauge('hudur_mail_waiting', 'E-mails that are due and not sent.', countDueMails)
  if (whatsapp) {
    const messages = whatsappIn(db.read)
    addGauge('hudur_whatsapp_waiting', 'WhatsApp messages that wait in the queue.', () => messages.countWaiting().catch(() => Number.NaN))
    addGauge('hudur_whatsapp_unsure', 'WhatsApp messages of the last day of which nobody knows whether they were sent.', () =>
      messages.countRecent('unsure', now()).catch(() => Number.NaN),
    )
    addGauge('hudur_whatsapp_failed', 'WhatsApp messages of the last day that were not delivered.', () =>
      messages.countRecent('failed', now()).catch(() => Number.NaN),
    )
  }
  addGauge('hudur_connections', 'Connections that are open now.', connections)
  addGauge('hudur_streams', 'Responses with live figures that are open now.', streams)
  addGauge('hudur_unread_bytes', 'Memory of responses that their clients have not read.', unreadBytes)
  if (disk) {
    addGauge('hudur_disk_free_bytes', 'What the disk of the data has free.', () => disk.space()?.free ?? Number.NaN)
    addGauge('hudur_disk_low', 'Whether the disk is nearly full: forms are refused.', () => Number(disk.isLow()))
  }
  if (clock)
    addGauge('hudur_clock_ahead', 'Whether the clock is days ahead of the newest time known to be right: nothing expired is deleted.', () =>
      Number(clock()?.isAhead ?? false),
    )
  if (backups) {
    addGauge('hudur_backup_age_seconds', 'How long ago the newest backup was made.', () => backups().age)
    addGauge('hudur_backups_failed', 'Backups that could not be made since the start.', () => backups().failures)
  }

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    // A stream is open for as long as its client wants, so its duration is not observed.
    if (!asksForStream(request)) requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })

  return {
    /** Counts an answered scan. */
    countScan: (outcome: ScanAnswer['outcome']) => scans.inc({ outcome }),
    contentType: register.contentType,
    text: () => Registry.merge([getProcessRegistry(), register]).metrics(),
  }
}
