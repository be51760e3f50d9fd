import { type Backend, type Contract, EVENT_PICTURE, FIRST_LOOK } from '@hudur/core'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { bytesOf } from './generator-page.ts'
import { readCode } from './pictures.ts'

/** The most bytes of the first view over the wire, fonts included. */
const MAX_BYTES = 90_000

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function inviteGuest(backend: Backend<Contract>) {
  const [invitation] = await backend.invitations.create({
    invitations: [
      {
        ...{ eventName: 'زفاف محمّد وسارة', eventDate: inDays(3), guestName: 'الأستاذ خالد سعيد باوزير' },
        ...{ generationType: 'custom', maxScans: 3 },
      },
    ],
  })
  await backend.events.update({
    ...{ id: invitation!.eventId!, startsAt: '20:00', place: 'قاعة ليالي أزال، صنعاء', mapUrl: 'https://maps.example/azal' },
    ...{ hosts: 'الشيخ صالح بن أحمد باعبّاد', note: 'العشاء عند التاسعة', phone: '777 123 456' },
  })
  return { ...invitation!, code: invitation!.code }
}

/** Reads the code from the screen with a decoder that is not the product's. */
const codeOnScreen = async (page: Page) =>
  JSON.parse((await readCode(await page.getByRole('img', { name: 'رمز الدعوة' }).screenshot())) ?? '{}')

test.describe('without script, on the narrowest phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 }, deviceScaleFactor: 2 })

  test('the page shows the invitation in less than 90 KB, its code is read from the screen, and the guest answers and changes the answer', async ({
    page,
    admin,
    expectedErrors,
  }) => {
    // A browser without script refuses to preload it.
    expectedErrors.allow(/\.js csp$/)
    const invitation = await inviteGuest(admin)
    const sizes: Promise<number>[] = []
    page.on('requestfinished', request => {
      sizes.push(request.sizes().then(size => size.responseBodySize + size.responseHeadersSize))
    })
    await page.goto(`/i/${invitation.code}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('زفاف محمّد\u00A0وسارة')
    const transferred = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(transferred).toBeGreaterThan(10_000)
    expect(transferred).toBeLessThan(MAX_BYTES)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await codeOnScreen(page)).toMatchObject({ id: invitation.code, guestName: 'الأستاذ خالد سعيد باوزير', maxScans: 3 })

    await page.getByRole('spinbutton', { name: 'عدد الحضور' }).fill('2')
    await page.getByRole('textbox', { name: 'رسالة إلى أصحاب الدعوة' }).fill('ألف مبروك')
    await page.getByRole('button', { name: 'إرسال الرد' }).click()
    await expect(page.getByText('الحضور: شخصان')).toBeVisible()
    const answered = async () => (await admin.invitations.list({})).rows[0]!.answer
    expect(await answered()).toMatchObject({ attends: true, people: 2, note: 'ألف مبروك' })

    await page.getByText('غيّروا الرد').click()
    await page.getByText('أعتذر', { exact: true }).click()
    await page.getByRole('button', { name: 'إرسال الرد' }).click()
    await expect(page.getByText('اعتذرتم عن الحضور')).toBeVisible()
    expect(await answered()).toMatchObject({ attends: false, people: 0 })

    const calendar = await page.request.get(`/i/${invitation.code}/calendar.ics`)
    expect(await calendar.text()).toContain('SUMMARY:زفاف محمّد وسارة')
    expect((await admin.invitations.list({})).rows[0]!.openedAt).toBeNull()
  })
})

test('the guest saves the same card as the host, and the preview of the link shows the event’s picture, which the host’s browser has drawn', async ({
  page,
  admin,
  signIn,
}) => {
  const { code, eventId, guestName } = await inviteGuest(admin)
  await admin.invitations.saveDesign({ eventId: eventId!, look: { ...FIRST_LOOK, background: { is: 'ready', design: 'qamar' } } })
  await signIn()
  await page.goto(`/events/${eventId}/card`)
  const ofHost = page.waitForEvent('download')
  await page.getByRole('button', { name: `تحميل بطاقة ${guestName}` }).click()
  const card = await bytesOf(await ofHost)
  const imageOf = async () =>
    /og:image" content="([^"]+)"/.exec(await (await page.request.get(`/i/${code}`)).text())![1]!.replace(/^https?:\/\/[^/]+/, '')
  await expect.poll(imageOf).toMatch(/^\/p\/[\w-]{20,}\.jpg$/)
  const picture = await (await page.request.get(await imageOf())).body()
  const { width, height, maxBytes } = EVENT_PICTURE
  expect(await sharp(picture).metadata()).toMatchObject({ width, height, format: 'jpeg' })
  expect(picture.length).toBeLessThan(maxBytes)
  expect(await readCode(picture)).toBeUndefined()

  await page.goto(`/i/${code}`)
  const ofGuest = page.waitForEvent('download')
  await page.getByRole('button', { name: 'احفظ البطاقة' }).click()
  expect((await bytesOf(await ofGuest)).equals(card)).toBe(true)
})

test('the page counts as opened after a second in view, has buttons for the number of people, saves the card, and has no accessibility violation', async ({
  page,
  admin,
  axe,
  expectedErrors,
}) => {
  const invitation = await inviteGuest(admin)
  const opened = page.waitForResponse('**/api/i/opened.php')
  await page.goto(`/i/${invitation.code}`)
  expect((await opened).status()).toBe(200)
  expect((await admin.invitations.list({})).rows[0]!.openedAt).not.toBeNull()

  const people = page.getByRole('spinbutton', { name: 'عدد الحضور' })
  await expect(people).toHaveValue('3')
  await expect(page.getByRole('button', { name: 'أكثر' })).toBeDisabled()
  await page.getByRole('button', { name: 'أقل' }).click()
  await expect(people).toHaveValue('2')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await axe()
  }
  expect(await page.context().cookies()).toEqual([])

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'احفظ البطاقة' }).click()
  const card = await bytesOf(await saved)
  expect(await sharp(card).metadata()).toMatchObject({ width: 1200, height: 1800, format: 'png' })
  expect(JSON.parse((await readCode(card)) ?? '{}')).toMatchObject({ id: invitation.code })

  await admin.invitations.reissue({ id: invitation.id })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'استُبدلت ببطاقة أحدث' })).toBeVisible()
  await axe()
  expectedErrors.allow(/404/)
  await page.goto('/i/ABCDEFGHJKMNPQRSTVWX')
  await expect(page.getByRole('heading', { name: 'لا دعوة بهذا العنوان' })).toBeVisible()
  await axe()
})

test.describe('pictures', () => {
  test.use({ deviceScaleFactor: 0.5 })

  test('the page matches its screenshots before and after an answer, and of a cancelled card', async ({ page, admin }) => {
    const [invitation] = await admin.invitations.create({
      invitations: [
        {
          ...{ eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14', guestName: 'الأستاذ خالد سعيد باوزير' },
          ...{ generationType: 'custom', maxScans: 3 },
        },
      ],
    })
    const { id, code, eventId } = invitation!
    await admin.events.update({ id: eventId!, startsAt: '20:00', place: 'قاعة ليالي أزال، صنعاء', hosts: 'الشيخ صالح بن أحمد باعبّاد' })
    await page.emulateMedia({ reducedMotion: 'reduce' })

    async function expectPictures(name: string, widths: readonly number[]) {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of widths) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 800 })
          await page.goto(`/i/${code}`)
          await page.evaluate(() => document.fonts.ready)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
          await expect.soft(page).toHaveScreenshot(`guest-${name}-${width}-${colorScheme}.png`, {
            ...{ fullPage: true, maxDiffPixelRatio: 0.007, scale: 'device' },
            // The days left and the code differ in every run.
            mask: [page.locator('.soon'), page.locator('.qr')],
          })
        }
    }
    await expectPictures('coming', [320, 360, 1280])
    await admin.invitations.answer({ id, attends: true, people: 2, note: 'ألف مبروك' })
    await expectPictures('answered', [360])
    await admin.invitations.cancel({ id })
    await expectPictures('cancelled', [360])
  })
})
