import { dayInAden } from '@hudur/core/testing/days'
import { expect, test } from './offline-devices.ts'

const EVENT = { name: 'زفاف محمّد وسارة', date: dayInAden() }

test('a door with a PIN admits people without a card offline, and the host sees them', async ({
  page,
  admin,
  openContext,
  expectedErrors,
  signIn,
}) => {
  const { id: eventId } = await admin.events.create(EVENT)
  await admin.invitations.create({ invitations: [{ eventId, guestName: 'منيرة' }] })
  const { url } = await admin.links.create({ eventId, role: 'door', name: 'باب النساء', pin: '4821', walkIns: 5 })
  const context = await openContext({ viewport: { width: 360, height: 760 }, serviceWorkers: 'allow' })
  const door = await context.newPage()
  expectedErrors.allow(/403|ERR_INTERNET_DISCONNECTED/)
  await door.goto(url)
  await door.getByRole('textbox', { name: 'الرقم السري' }).fill('٠٠٠٠')
  await door.getByRole('button', { name: 'افتح' }).click()
  await expect(door.getByText('الرقم السري غير صحيح')).toBeVisible()
  await door.getByRole('textbox', { name: 'الرقم السري' }).fill('٤٨٢١')
  await door.getByRole('button', { name: 'افتح' }).click()
  await expect(door.getByRole('heading', { name: 'باب النساء' })).toBeVisible()
  await expect(door.getByRole('button', { name: 'أدخله بلا بطاقة' })).toBeVisible()
  await door.evaluate(() => navigator.serviceWorker.ready)
  // A reload in the same tab does not ask again.
  await door.reload()
  await expect(door.getByRole('heading', { name: 'باب النساء' })).toBeVisible()
  const address = door.url()

  // Another tab asks for the PIN, also without a network, and locks after five wrong ones.
  await context.setOffline(true)
  const tab = await context.newPage()
  await tab.goto(address)
  for (const pin of ['1111', '2222', '3333', '4444', '5555']) {
    await tab.getByRole('textbox', { name: 'الرقم السري' }).fill(pin)
    await tab.getByRole('button', { name: 'افتح' }).click()
    await expect(tab.getByText('الرقم السري غير صحيح')).toBeVisible()
  }
  await tab.getByRole('textbox', { name: 'الرقم السري' }).fill('4821')
  await tab.getByRole('button', { name: 'افتح' }).click()
  await expect(tab.getByText(/أعد المحاولة بعد 15 دقيقة/)).toBeVisible()
  await tab.close()

  await door.getByRole('button', { name: 'أدخله بلا بطاقة' }).click()
  const form = door.getByRole('dialog', { name: 'دخول بلا بطاقة' })
  await form.getByRole('textbox', { name: /اسم الداخل/ }).fill('هند العتيبي')
  await form.getByRole('textbox', { name: 'كم شخصاً؟' }).fill('3')
  await form.getByRole('button', { name: 'أدخله' }).click()
  await expect(door.getByText('دخل بلا بطاقة: هند العتيبي، 3 أشخاص')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 760 })
  await signIn()
  await page.goto(`/events/${eventId}/arrivals`)
  await expect(page.getByText('مباشر')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('دخل بلا بطاقة 3 أشخاص، فالحضور كله 3')).toBeVisible()
  await expect(page.getByRole('list', { name: 'دخلوا بلا بطاقة' }).getByText('هند العتيبي')).toBeVisible()
})

test('an account admits people without a card on its own scanner, also offline', async ({ newDevice, admin }) => {
  const { id: eventId } = await admin.events.create(EVENT)
  await admin.invitations.create({ invitations: [{ eventId, guestName: 'منيرة' }] })
  const { page, context } = await newDevice()
  await page.setViewportSize({ width: 360, height: 760 })
  const button = page.getByRole('button', { name: 'أدخله بلا بطاقة' })
  const form = page.getByRole('dialog', { name: 'دخول بلا بطاقة' })
  await expect(button).toBeEnabled()
  await context.setOffline(true)
  await button.click()
  await form.getByRole('button', { name: 'أدخله' }).click()
  await expect(form.getByText('اكتب اسم الداخل')).toBeVisible()
  await form.getByRole('textbox', { name: /اسم الداخل/ }).fill('هند العتيبي')
  await form.getByRole('textbox', { name: 'من يعرفه؟' }).fill('جارة أم العروس')
  await form.getByRole('button', { name: 'أدخله' }).click()
  await expect(page.getByText('دخل بلا بطاقة: هند العتيبي، شخص واحد')).toBeVisible()
  expect((await admin.checkIn.walkIns({ eventId })).total).toBe(0)
  await context.setOffline(false)
  await page.goto(`/events/${eventId}/arrivals`)
  const list = page.getByRole('list', { name: 'دخلوا بلا بطاقة' })
  await expect(list.getByText('هند العتيبي')).toBeVisible()
  await expect(list.getByText('جارة أم العروس')).toBeVisible()
})
