import { countStoredValues, expect, SAMPLE_EVENT, test } from './offline-devices.ts'

const OWNER = { username: 'hanaa', password: 'كلمة-سر 2', fullName: 'هناء الأغبري', generationLimit: 10 }
const PARTNER = { username: 'basma', password: 'كلمة-سر 3', fullName: 'بسمة العولقي', generationLimit: 7 }

test('an owner shares an event with a partner, whose device loses it when the owner removes the partner', async ({
  newDevice,
  admin,
  openBackend,
}) => {
  for (const account of [OWNER, PARTNER]) await admin.accounts.create(account)
  const owner = await openBackend(OWNER)
  const event = await owner.events.create({ name: SAMPLE_EVENT.eventName, date: SAMPLE_EVENT.eventDate })
  await owner.invitations.create({ invitations: [{ eventId: event.id, guestName: 'منيرة العتيبي' }] })

  const ownerDevice = await newDevice(OWNER, { hasServiceWorker: false })
  await ownerDevice.page.setViewportSize({ width: 360, height: 760 })
  await ownerDevice.page.goto(`/events/${event.id}/details`)
  const partners = ownerDevice.page.getByRole('region', { name: 'شركاء' })
  const username = partners.getByRole('textbox', { name: 'اسم المستخدم لشريكك' })
  const add = partners.getByRole('button', { name: 'أضف شريكاً' })
  ownerDevice.allowErrors(/404/)
  await username.fill('basmaa')
  await add.click()
  await expect(partners.getByText('لا يوجد حساب بهذا الاسم. يُسجّل شريكك حسابه أولاً، ثم تضيفه هنا')).toBeVisible()
  await expect(username).toHaveValue('basmaa')
  await username.fill(PARTNER.username)
  await add.click()
  await expect(partners.getByRole('listitem')).toContainText(PARTNER.fullName)

  const { context, page } = await newDevice(PARTNER)
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/events')
  await expect(page.getByText('مناسبة هناء الأغبري')).toBeVisible()
  await page.goto(`/events/${event.id}`)
  await page.getByRole('button', { name: 'إضافة ضيوف' }).click()
  const form = page.getByRole('dialog', { name: 'إضافة ضيوف' })
  await expect(form.getByText('تُحسب الدعوات من رصيد هناء الأغبري')).toBeVisible()
  await form.getByRole('textbox', { name: /أسماء المعازيم/ }).fill('لطيفة')
  await form.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'تعديل دعوة لطيفة' }).click()
  const edit = page.getByRole('dialog', { name: 'تعديل الدعوة' })
  await edit.getByRole('textbox', { name: 'الطاولة' }).fill('7')
  await edit.getByRole('button', { name: 'حفظ' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'لطيفة' })).toContainText('طاولة')
  const used = (await admin.accounts.list({})).map(({ username: name, usedGenerations }) => [name, usedGenerations])
  expect(Object.fromEntries(used)).toMatchObject({ [OWNER.username]: 2, [PARTNER.username]: 0 })

  await page.goto(`/events/${event.id}/details`)
  await expect(page.getByRole('button', { name: 'غادر المناسبة' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'حذف المناسبة' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'أضف شريكاً' })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.goto('/events')
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()

  await partners.getByRole('button', { name: 'إزالة بسمة العولقي' }).click()
  await ownerDevice.page
    .getByRole('alertdialog', { name: 'إزالة «بسمة العولقي» من الشركاء؟' })
    .getByRole('button', { name: 'إزالة' })
    .click()
  await expect(partners.getByRole('listitem')).toHaveCount(0)
  // The open list of the partner follows the live figures.
  await expect(page.getByText('لا مناسبات بعد')).toBeVisible()
  await page.goto('/Scanner')
  await expect.poll(() => countStoredValues(page, 'events')).toBe(0)
  await context.setOffline(true)
  await page.goto('/events')
  await expect(page.getByText('لا مناسبات بعد')).toBeVisible()
})
