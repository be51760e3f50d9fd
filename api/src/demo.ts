import { contract, httpBackend, type Invitation } from '@hudur/core'
import { ensureAdministrator } from './accounts/first-administrator.ts'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/open.ts'

/** Fills an empty data folder with events as a hall in Sanaa would have them, through the API itself. Does nothing the second time. */

const ADMIN = { username: 'admin', password: 'hudur-demo' }
const DAY = 86_400_000

const GIVEN = [
  'خالد',
  'سميّة',
  'عبدالله',
  'نجلاء',
  'حسين',
  'أروى',
  'ياسر',
  'هناء',
  'محمّد',
  'إيمان',
  'علي',
  'بلقيس',
  'أحمد',
  'فاطمة',
  'صالح',
  'ريم',
]
const FAMILY = [
  'باوزير',
  'الإرياني',
  'باعبّاد',
  'العولقي',
  'الكثيري',
  'باسليم',
  'الحمّادي',
  'الأغبري',
  'المقطري',
  'الحكيمي',
  'الشامي',
  'العمودي',
]
const TITLES = ['الأستاذ', 'الأستاذة', 'الدكتور', 'الدكتورة', 'الشيخ', 'أم', 'المهندس', 'عائلة']

const EVENTS = [
  { eventName: 'زفاف محمّد وسارة', inDays: 0, guests: 120, arrivedShare: 0.7 },
  { eventName: 'تخرّج د. ريم المقطري', inDays: 12, guests: 45, arrivedShare: 0 },
  { eventName: 'عقيقة آل باوزير', inDays: -9, guests: 60, arrivedShare: 0.9 },
  { eventName: 'ملتقى صنعاء للأعمال', inDays: 30, guests: 80, arrivedShare: 0 },
]

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!

/** Different believable names; the steps have no common divisor with the lists, so pairs do not repeat soon. */
const guest = (n: number) =>
  [n % 3 ? undefined : pick(TITLES, n), pick(GIVEN, n * 5 + 1), pick(FAMILY, n * 7 + 3)].filter(Boolean).join(' ')

const { databaseUrl, dataDir, timeZone, defaultCountry } = readConfig(process.env)
const db = await openDatabase({ databaseUrl, dataDir })
const now = () => new Date()
if (await ensureAdministrator(db, ADMIN, now())) {
  const app = await createApp({ db, now, timeZone, defaultCountry })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  let cookie = ''
  const backend = httpBackend(contract, {
    base,
    fetch: async (url, init) => {
      const response = await fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } })
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return response
    },
  })
  await backend.accounts.login(ADMIN)
  for (const { eventName, inDays, guests, arrivedShare } of EVENTS) {
    const eventDate = new Date(now().getTime() + inDays * DAY).toISOString().slice(0, 10)
    const names = Array.from({ length: guests }, (_, n) => ({ eventName, eventDate, guestName: guest(n) }))
    const made: Invitation[] = await backend.invitations.create({ invitations: names })
    for (const { id } of made.slice(0, Math.round(guests * arrivedShare))) await backend.scanning.scan({ id, gate: 'البوابة الشرقية' })
  }
  await app.close()
}
await db.close()
process.stdout.write(`\n  Demo data in ${dataDir}. Sign in as «${ADMIN.username}» with «${ADMIN.password}».\n`)
