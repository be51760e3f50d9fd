import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: new Date(Date.now() + 43_200_000).toISOString().slice(0, 10) }
const PHONE = { width: 360, height: 760 }

/** Scans a code as a hardware reader does. */
async function scan(door: Page, code: string, outcome: 'admitted' | 'used' | 'refused' = 'admitted') {
  await door.getByRole('textbox', { name: /رمز الدعوة/ }).fill(code)
  await door.keyboard.press('Enter')
  await expect(door.locator(`[data-verdict="${outcome}"]`)).toBeVisible()
}

test('three phones at doors, one offline and one revoked, the owner’s pages and a live screen show the same numbers', async ({
  page,
  product,
  admin,
  browser,
  signIn,
}) => {
  const guests = await admin.invitations.create({
    invitations: [
      { ...EVENT, guestName: 'عائلة علي', generationType: 'custom', maxScans: 4 },
      ...['هند', 'منى', 'ليلى', 'سعاد', 'أمل', 'نجلاء'].map(guestName => ({ ...EVENT, guestName })),
    ],
  })
  const [family, ...single] = guests.map(({ id }) => id) as [string, ...string[]]
  const eventId = guests[0]!.eventId!
  const invited = 10
  const contexts = await Promise.all(
    ['one', 'two', 'three', 'live'].map(() => browser.newContext({ baseURL: product.url, viewport: PHONE, serviceWorkers: 'allow' })),
  )
  const [one, two, three, liveContext] = contexts as [
    (typeof contexts)[0],
    (typeof contexts)[0],
    (typeof contexts)[0],
    (typeof contexts)[0],
  ]
  /** Opens a new link for a door in a browser, and waits until the device has the guests. */
  async function openDoor(context: typeof one, name: string) {
    const { url } = await admin.links.create({ eventId, role: 'door', name })
    const door = await context.newPage()
    const replica = door.waitForResponse(/link\/replica\.php/)
    await door.goto(url)
    await expect(door.getByRole('heading', { name })).toBeVisible()
    await replica
    return door
  }
  // One browser has two links in two tabs.
  const [women, kitchen] = [await openDoor(one, 'باب النساء'), await openDoor(one, 'باب المطبخ')]
  const [men, garden] = [await openDoor(two, 'باب الرجال'), await openDoor(three, 'باب الحديقة')]
  const screen = await liveContext.newPage()
  await screen.goto((await admin.links.create({ eventId, role: 'live', name: 'شاشة القاعة' })).url)
  await signIn()
  await page.goto('/Scanner')
  const sees = async (arrived: number, pages: readonly Page[]) => {
    for (const one of pages) await expect(one.getByText(new RegExp(`^وصل\\s*${arrived}\\s*من\\s*${invited}$`)).first()).toBeAttached()
  }
  const everybody = [page, screen, women, kitchen, men, garden]
  await sees(0, everybody)

  await scan(women, family)
  await women.getByRole('button', { name: 'أدخل اثنين' }).click()
  await expect(women.getByText('ضيف · 3 من 4').first()).toBeVisible()
  await scan(kitchen, single[0]!)
  await scan(men, single[0]!, 'used')
  await sees(4, everybody)

  // One phone is offline for a while: it continues to admit, and its admissions are counted when it is online again.
  await men.evaluate(() => navigator.serviceWorker.ready)
  await two.setOffline(true)
  await men.reload()
  await expect(men.getByRole('heading', { name: 'باب الرجال' })).toBeVisible()
  await scan(men, single[1]!)
  await scan(men, single[1]!, 'used')
  await scan(men, single[2]!)
  await sees(4, [page, screen, women, kitchen, garden])
  await two.setOffline(false)
  await sees(6, everybody)

  // The owner revokes the link of a phone that has no network.
  await three.setOffline(true)
  await scan(garden, single[3]!)
  await page.goto(`/events/${eventId}/links`)
  await page.getByRole('listitem').filter({ hasText: 'باب الحديقة' }).getByRole('button', { name: 'إبطال' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'إبطال' }).click()
  await expect(page.getByText('باب الحديقة')).toHaveCount(0)
  await three.setOffline(false)
  await expect(garden.getByText('انتهى هذا الرابط')).toBeVisible()
  await expect(garden.getByText('مُسحت بيانات الضيوف من هذا الجهاز.')).toBeVisible()
  const left = garden.evaluate(async id => {
    const open = indexedDB.open(`hudur-link-${id}`)
    await new Promise(resolve => open.addEventListener('success', resolve))
    const rows = [...open.result.objectStoreNames].map(name => {
      const read = open.result.transaction(name).objectStore(name).count()
      return new Promise<number>(resolve => read.addEventListener('success', () => resolve(read.result)))
    })
    return (await Promise.all(rows)).reduce((sum, count) => sum + count, 0)
  }, new URL(garden.url()).searchParams.get('link'))
  expect(await left).toBe(0)
  await sees(6, [screen, women, men])
  await page.goto(`/events/${eventId}/arrivals`)
  await page.getByRole('button', { name: 'احسبه' }).click()
  await sees(7, [screen, women, kitchen, men])

  // The other doors continue to admit.
  await scan(women, single[4]!)
  await page.goto('/Scanner')
  await sees(8, [page, screen, women, kitchen, men])
  const links = await admin.links.list({ eventId })
  expect(links.map(({ name, admitted }) => [name, admitted])).toEqual([
    ['باب النساء', 4],
    ['باب المطبخ', 1],
    ['باب الرجال', 2],
    ['شاشة القاعة', 0],
  ])
  for (const context of contexts) await context.close()
})

test('a family link refuses more guests than it has places left, and says so when none is left', async ({ admin, browser, product }) => {
  const { id: eventId } = await admin.events.create({ name: EVENT.eventName, date: EVENT.eventDate })
  const { url } = await admin.links.create({ eventId, role: 'family', name: 'أهل العروس', allotment: 1 })
  const phone = await browser.newContext({ baseURL: product.url, viewport: PHONE })
  const page = await phone.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'إضافة ضيوف' }).click()
  const form = page.getByRole('dialog', { name: 'إضافة ضيوف' })
  await form.getByRole('textbox', { name: /أسماء المعازيم/ }).fill('سارة\nليلى')
  await expect(form.getByRole('alert')).toContainText('طلبتم دعوتين، وبقي من حصّتكم دعوة')
  await expect(form.getByRole('button', { name: 'إضافة ضيوف' })).toBeDisabled()
  await form.getByRole('textbox', { name: /أسماء المعازيم/ }).fill('سارة')
  await form.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await expect(page.getByText('استُعملت الحصّة كلها. اطلبوا المزيد من صاحب المناسبة.')).toBeVisible()
  await phone.close()
})
