import { dayInAden } from '@hudur/core/testing/days'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: dayInAden() }
const PHONE_VIEWPORT = { width: 360, height: 760 }

/** Enters a code on the page of a door link as a hardware scanner does, and waits for the verdict. */
async function scanAtGate(gatePage: Page, code: string, outcome: 'admitted' | 'used' | 'refused' = 'admitted') {
  await gatePage.getByRole('textbox', { name: /رمز الدعوة/ }).fill(code)
  // Of a code that is entered twice within three seconds the second is ignored, but not after a press of the button.
  if (outcome === 'used') await gatePage.getByRole('button', { name: 'تحقق', exact: true }).click()
  else await gatePage.keyboard.press('Enter')
  await expect(gatePage.locator(`[data-verdict="${outcome}"]`)).toBeVisible()
}

test('the scanner, a live screen and door links show the same arrivals', async ({ page, admin, openContext, expectedErrors, signIn }) => {
  const guests = await admin.invitations.create({
    invitations: [
      { ...EVENT, guestName: 'عائلة علي', generationType: 'custom', maxScans: 4 },
      ...['هند', 'منى', 'ليلى', 'سعاد', 'أمل', 'نجلاء'].map(guestName => ({ ...EVENT, guestName })),
    ],
  })
  const [family, ...single] = guests.map(({ id }) => id) as [string, ...string[]]
  const eventId = guests[0]!.eventId!
  const invitedPersons = 10
  // The phones are offline for a while, and the server refuses the revoked link.
  expectedErrors.allow(/ERR_INTERNET_DISCONNECTED|401/)
  const openPhone = (options?: { serviceWorkers: 'allow' }) => openContext({ viewport: PHONE_VIEWPORT, ...options })
  // Only these phones are offline for a while. A service worker downloads every file of the product.
  const [secondPhone, thirdPhone] = [await openPhone({ serviceWorkers: 'allow' }), await openPhone({ serviceWorkers: 'allow' })]
  const firstPhone = await openPhone()
  /** Creates a door link and opens it in a browser context. Waits until the page has downloaded the replica. */
  async function openGateLink(context: typeof firstPhone, name: string) {
    const { url } = await admin.links.create({ eventId, role: 'door', name })
    const gatePage = await context.newPage()
    const replica = gatePage.waitForResponse(/link\/replica\.php/)
    await gatePage.goto(url)
    await expect(gatePage.getByRole('heading', { name })).toBeVisible()
    await replica
    return gatePage
  }
  // The first phone has two door links in two tabs.
  const [women, kitchen] = [await openGateLink(firstPhone, 'باب النساء'), await openGateLink(firstPhone, 'باب المطبخ')]
  const [men, garden] = [await openGateLink(secondPhone, 'باب الرجال'), await openGateLink(thirdPhone, 'باب الحديقة')]
  const screen = await (await openPhone()).newPage()
  await screen.goto((await admin.links.create({ eventId, role: 'live', name: 'شاشة القاعة' })).url)
  await signIn()
  await page.goto('/Scanner')
  const expectArrivals = async (arrived: number, pages: readonly Page[]) => {
    for (const one of pages)
      await expect(one.getByText(new RegExp(`^وصل\\s*${arrived}\\s*من\\s*${invitedPersons}$`)).first()).toBeAttached()
  }
  const allPages = [page, screen, women, kitchen, men, garden]
  await expectArrivals(0, allPages)

  await scanAtGate(women, family)
  await women.getByRole('button', { name: 'أدخل اثنين' }).click()
  await expect(women.getByText('ضيف · 3 من 4').first()).toBeVisible()
  await scanAtGate(kitchen, single[0]!)
  await scanAtGate(men, single[0]!, 'used')
  await expectArrivals(4, allPages)

  // The second phone is offline for a while. It admits guests, and its admissions are counted when it is online again.
  await men.evaluate(() => navigator.serviceWorker.ready)
  await secondPhone.setOffline(true)
  await men.reload()
  await expect(men.getByRole('heading', { name: 'باب الرجال' })).toBeVisible()
  await scanAtGate(men, single[1]!)
  await scanAtGate(men, single[1]!, 'used')
  await scanAtGate(men, single[2]!)
  await expectArrivals(4, [page, screen, women, kitchen, garden])
  await secondPhone.setOffline(false)
  await expectArrivals(6, allPages)

  // The owner revokes the door link of the third phone while that phone is offline.
  await thirdPhone.setOffline(true)
  await scanAtGate(garden, single[3]!)
  await page.goto(`/events/${eventId}/links`)
  await page.getByRole('listitem').filter({ hasText: 'باب الحديقة' }).getByRole('button', { name: 'إبطال' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'إبطال' }).click()
  await expect(page.getByText('باب الحديقة')).toHaveCount(0)
  await thirdPhone.setOffline(false)
  await expect(garden.getByText('انتهى هذا الرابط')).toBeVisible()
  await expect(garden.getByText('حُذفت بيانات الضيوف من هذا الجهاز.')).toBeVisible()
  const remainingRowCount = garden.evaluate(async id => {
    const open = indexedDB.open(`hudur-link-${id}`)
    await new Promise(resolve => open.addEventListener('success', resolve))
    const rows = [...open.result.objectStoreNames].map(name => {
      const read = open.result.transaction(name).objectStore(name).count()
      return new Promise<number>(resolve => read.addEventListener('success', () => resolve(read.result)))
    })
    return (await Promise.all(rows)).reduce((sum, count) => sum + count, 0)
  }, new URL(garden.url()).searchParams.get('link'))
  expect(await remainingRowCount).toBe(0)
  await expectArrivals(6, [screen, women, men])
  await page.goto(`/events/${eventId}/arrivals`)
  await page.getByRole('button', { name: 'احسبه' }).click()
  await expectArrivals(7, [screen, women, kitchen, men])

  // The other door links still admit guests.
  await scanAtGate(women, single[4]!)
  await page.goto('/Scanner')
  await expectArrivals(8, [page, screen, women, kitchen, men])
  const links = await admin.links.list({ eventId })
  expect(links.map(({ name, admitted }) => [name, admitted])).toEqual([
    ['باب النساء', 4],
    ['باب المطبخ', 1],
    ['باب الرجال', 2],
    ['شاشة القاعة', 0],
  ])
})

test('a family link refuses more guests than its allotment has left', async ({ admin, openContext }) => {
  const { id: eventId } = await admin.events.create({ name: EVENT.eventName, date: EVENT.eventDate })
  const { url } = await admin.links.create({ eventId, role: 'family', name: 'أهل العروس', allotment: 1 })
  const page = await (await openContext({ viewport: PHONE_VIEWPORT })).newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'إضافة ضيوف' }).click()
  const form = page.getByRole('dialog', { name: 'إضافة ضيوف' })
  await form.getByRole('textbox', { name: /أسماء المعازيم/ }).fill('سارة\nليلى')
  await expect(form.getByRole('alert')).toContainText('طلبتم دعوة شخصين، وبقي من حصّتكم شخص واحد')
  await expect(form.getByRole('button', { name: 'إضافة ضيوف' })).toBeDisabled()
  await form.getByRole('textbox', { name: /أسماء المعازيم/ }).fill('سارة')
  await form.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await expect(page.getByText('استُعملت الحصّة كلها. اطلبوا المزيد من صاحب المناسبة.')).toBeVisible()
})
