import { dayInTimeZone, momentOfHour } from '@hudur/core/calendar'
import { type CardLook, DEFAULT_LOOK, type TemplateName } from '@hudur/core/cards/look'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { familyInvitationNameAt, guestNameAt, phoneAt } from './guests.ts'
import type { Callers } from './run-scenario.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const GATES = ['البوابة الشرقية', 'بوابة النساء']

/** The name of the event of today, whose guests are arriving. */
export const TONIGHT_EVENT_NAME = 'زفاف محمّد وسارة'

type DemoEvent = {
  eventName: string
  /** The username of the host. */
  host: string
  /** The day of the event in days from today, and the days between creating its invitations and the event. */
  inDays: number
  createdBefore: number
  guests: number
  families: number
  /** How many persons the one invitation without a guest name admits; 0 when the event has no such invitation. */
  personsWithoutName: number
  design: TemplateName
  look?: Partial<CardLook>
  lines?: string[]
  details: { startsAt: string; timeWords?: string; place: string; hosts?: string; note?: string; phone?: string }
  /** Whether guests have a table. */
  hasTables?: true
}

const EVENTS: readonly DemoEvent[] = [
  {
    eventName: TONIGHT_EVENT_NAME,
    host: 'hanaa',
    inDays: 0,
    createdBefore: 12,
    guests: 96,
    families: 14,
    personsWithoutName: 12,
    design: 'mithaq',
    lines: ['الداعون: صالح الأغبري وأبناؤه'],
    details: {
      ...{ startsAt: '19:00', place: 'قاعة ليالي أزال، صنعاء', hosts: 'صالح الأغبري وأبناؤه', phone: '777123456' },
      note: 'مدخل السيدات من البوابة الشرقية',
    },
    hasTables: true,
  },
  {
    eventName: 'تخرّج د. ريم المقطري',
    host: 'reem',
    inDays: 12,
    createdBefore: 17,
    guests: 45,
    families: 3,
    personsWithoutName: 0,
    design: 'rawda',
    look: { name: { ...DEFAULT_LOOK.name, face: 'el-messiri' } },
    details: { startsAt: '16:00', place: 'قاعة الزبيري، صنعاء' },
  },
  {
    eventName: 'عقيقة سلمان باوزير',
    host: 'salem',
    inDays: -9,
    createdBefore: 8,
    guests: 40,
    families: 12,
    personsWithoutName: 0,
    design: 'qamar',
    details: { startsAt: '19:30', timeWords: 'بعد صلاة العشاء', place: 'ديوان آل باوزير، حدّة', hosts: 'آل باوزير' },
  },
  {
    eventName: 'ملتقى صنعاء للأعمال',
    host: 'muath',
    inDays: 30,
    createdBefore: 33,
    guests: 80,
    families: 0,
    personsWithoutName: 40,
    design: 'diwan',
    look: { name: { ...DEFAULT_LOOK.name, face: 'plex' }, day: 'gregorian', code: { size: null, holds: 'short' } },
    details: { startsAt: '09:00', place: 'فندق موفنبيك، صنعاء' },
  },
  {
    eventName: 'خطوبة ياسر وهند',
    host: 'layla',
    inDays: 21,
    createdBefore: 24,
    guests: 18,
    families: 2,
    personsWithoutName: 0,
    design: 'nada',
    details: { startsAt: '17:00', place: 'منزل آل العولقي، عدن' },
  },
  {
    eventName: 'لقاء عائلة باسليم',
    host: 'salem',
    inDays: -24,
    createdBefore: 6,
    guests: 10,
    families: 22,
    personsWithoutName: 0,
    design: 'sidr',
    details: { startsAt: '19:00', place: 'مزرعة باسليم، بني مطر', hosts: 'آل باسليم' },
  },
]

type NewInvitations = Parameters<Backend<Contract>['invitations']['create']>[0]['invitations']

/** The share of all arrivals, in per cent, in each ten minutes after the gates open. */
const ARRIVAL_SHARES = [1, 2, 4, 8, 13, 17, 16, 13, 9, 6, 4, 3, 2, 1, 1]

/** Returns the time (ms) from the opening of the gates to the arrival at `share` (0 to 1) of all arrivals. */
function arrivalOffsetMs(share: number) {
  let before = 0
  for (const [step, part] of ARRIVAL_SHARES.entries()) {
    if (share * 100 < before + part) return (step + (share * 100 - before) / part) * 10 * MINUTE
    before += part
  }
  return ARRIVAL_SHARES.length * 10 * MINUTE
}

/** Maps whole numbers evenly to 0 to 1 in an order that looks random, by multiples of the golden ratio. */
const pseudoRandomShare = (n: number) => (n * 0.618_033_988_75) % 1

/** The distance between the numbers of the first guests of two successive events, so that no two events have the same guest list. */
const GUEST_OFFSET = 38

/** How many guests sit at a table, and of how many guests one is a VIP. */
const GUESTS_PER_TABLE = 8
const GUESTS_PER_VIP = 24

/** Returns whether guest `n` comes: eight of ten do. */
const isComing = (n: number) => n % 10 !== 7 && n % 10 !== 2

export function planEventCalls({ as }: Callers, { now, timeZone }: { now: Date; timeZone: string }) {
  return EVENTS.flatMap(({ design, look, lines = [], details, hasTables = false, ...event }, index) => {
    const eventDate = dayInTimeZone(timeZone, now, event.inDays)
    const eventFields = { eventName: event.eventName, eventDate }
    const usualStart = momentOfHour(timeZone, eventDate, 19).getTime()
    // The event of today opened at least 140 minutes ago, so that guests have arrived at any time of day.
    const opensAt = event.inDays === 0 ? Math.min(usualStart, now.getTime() - 140 * MINUTE) : usualStart
    const createdAt = opensAt - event.createdBefore * DAY - 2 * HOUR
    const invitations: NewInvitations = [
      ...Array.from({ length: event.guests }, (_, n) => ({
        ...eventFields,
        guestName: guestNameAt(n + index * GUEST_OFFSET),
        phone: phoneAt(n),
        ...(hasTables && { table: String(1 + Math.floor(n / GUESTS_PER_TABLE)), isVip: n % GUESTS_PER_VIP === 3 }),
      })),
      ...Array.from({ length: event.families }, (_, n) => ({
        ...eventFields,
        guestName: familyInvitationNameAt(n + index * GUEST_OFFSET),
        generationType: 'custom' as const,
        maxScans: 3 + (n % 4),
        phone: phoneAt(n + 100),
      })),
      ...(event.personsWithoutName > 0 ? [{ ...eventFields, generationType: 'count' as const, maxScans: event.personsWithoutName }] : []),
    ]
    let created: Invitation[] = []

    const createEvent = async () => {
      const host = await as(event.host)
      created = await host.invitations.create({ invitations })
      await host.events.update({ id: created[0]!.eventId!, ...details })
      await host.invitations.saveDesign({ ...eventFields, look: { ...DEFAULT_LOOK, ...look, background: { is: 'ready', design }, lines } })
    }

    type ScanPlan = { n: number; admit?: number; gate?: number; code?: string; offline?: boolean }
    const planScan = (minutes: number, { n, admit = 1, gate = n % 2, code, offline = false }: ScanPlan) => {
      const at = new Date(opensAt + minutes * MINUTE)
      const sendScan = async () => {
        const { checkIn } = await as(event.host)
        await checkIn.check({
          qr_code: code ?? created[n]!.id,
          admit,
          gate: GATES[gate]!,
          nonce: `${eventFields.eventName} ${n} ${at.getTime()}`,
          source: 'camera',
          ...(offline ? { happened: true, scannedAt: new Date(at.getTime() - 20 * MINUTE).toISOString() } : eventFields),
        })
      }
      return { at, act: sendScan }
    }

    const arrivals = invitations.flatMap(({ generationType, maxScans = 1 }, n) => {
      if (!isComing(n)) return []
      const minutes = arrivalOffsetMs(pseudoRandomShare(n + 1)) / MINUTE
      if (generationType === undefined) return [planScan(minutes, { n })]
      // A family comes together except for one person, who follows in every second family. The invitation without a name admits one or two
      // people at a time.
      if (generationType === 'custom')
        return [planScan(minutes, { n, admit: maxScans - 1 }), ...(n % 2 ? [planScan(Math.min(minutes + 25, 149), { n })] : [])]
      return [31, 44, 52, 67, 88].map((later, part) => planScan(later, { n, admit: 1 + (part % 2) }))
    })
    const irregularScans =
      event.inDays === 0
        ? [
            // Cards that are shown twice, a code of another system, and an offline scan of a guest who is admitted already.
            ...[40, 60].map(n => planScan(arrivalOffsetMs(pseudoRandomShare(n + 1)) / MINUTE + 14, { n, gate: 1 - (n % 2) })),
            planScan(71, { n: 0, code: 'https://example.com/menu/3' }),
            planScan(104, { n: 4, offline: true }),
          ]
        : []
    return [{ at: new Date(createdAt), act: createEvent }, ...(event.inDays <= 0 ? [...arrivals, ...irregularScans] : [])]
  })
}
