import { type CardLook, FIRST_LOOK } from '@hudur/core'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { choosePicture, photograph } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'

const EVENT = 'زفاف محمّد وسارة'
const SAVED = 'حُفظ تصميم البطاقة مع المناسبة'

async function typeEvent(page: Page, name = EVENT) {
  const generator = generatorPage(page)
  await generator.eventName.fill(name)
  await generator.typeDate('14', '01', '2027')
}

async function generate(page: Page, guest: string) {
  const generator = generatorPage(page)
  await generator.names.fill(guest)
  await generator.submit.click()
}

const design = (page: Page, title: string) => page.getByRole('radio', { name: title })

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/generator')
})

test('what an event’s cards look like is kept with it, and met again', async ({ page, admin, axe }) => {
  await typeEvent(page)
  await choosePicture(page, await photograph({ noise: 8 }))
  await generate(page, 'خالد')
  await expect(page.getByText(SAVED)).toBeVisible()
  const [kept] = (await admin.invitations.designs({ eventName: EVENT, eventDate: '2027-01-14' })).rows
  expect(kept?.look.background.is).toBe('picture')
  const pictureId = kept?.look.background.is === 'picture' ? kept.look.background.pictureId : ''
  expect(await sharp(await admin.invitations.picture({ id: pictureId })).metadata()).toMatchObject({ width: 1200, height: 1800 })
  const [made] = (await admin.invitations.list({})).rows
  expect(made?.designId).toBe(kept?.id)

  // A change afterwards is kept too, and the picture does not travel again.
  await page.getByRole('button', { name: 'تخصيص البطاقة' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'كوفي' }).check({ force: true })
  await page.getByRole('button', { name: 'تم', exact: true }).click()
  await expect(async () => {
    const [now] = (await admin.invitations.designs({ eventName: EVENT, eventDate: '2027-01-14' })).rows
    expect(now?.look.name.face).toBe('reem-kufi')
    expect(now?.look.background).toEqual({ is: 'picture', pictureId })
  }).toPass()

  // Days later, on another page: the event is met as it was left.
  await page.reload()
  await typeEvent(page)
  await expect(page.getByText(`هذا تصميم «${EVENT}» كما حُفظ`)).toBeVisible()
  await expect(design(page, 'صورتك')).toBeChecked()
  await axe()
  await generate(page, 'علي')
  await expect(page.getByText(SAVED)).toBeVisible()
  const { rows } = await admin.invitations.designs({})
  expect(rows.map(({ look }) => look)).toEqual([expect.objectContaining({ background: { is: 'picture', pictureId } })])
})

test('the cards in view keep their look while the next event is typed, and that one is met with its own', async ({ page, admin }) => {
  const next = 'تخرّج دفعة الأمل'
  const look: CardLook = { ...FIRST_LOOK, background: { is: 'ready', design: 'rawda' } }
  await admin.invitations.saveDesign({ id: 'A'.repeat(20), eventName: next, eventDate: '2027-01-14', look })
  await page.reload()
  await typeEvent(page)
  await generate(page, 'خالد')
  await expect(page.getByText(SAVED)).toBeVisible()
  await generatorPage(page).eventName.fill(next)
  await generate(page, 'علي')
  await expect(page.getByText(`هذا تصميم «${next}» كما حُفظ`)).toBeVisible()
  await expect(design(page, 'روضة')).toBeChecked()
  await expect(page.getByText(SAVED)).toBeVisible()
  const { rows } = await admin.invitations.designs({})
  expect(Object.fromEntries(rows.map(({ eventName, look }) => [eventName, look.background]))).toEqual({
    [EVENT]: { is: 'ready', design: 'mithaq' },
    [next]: { is: 'ready', design: 'rawda' },
  })
})

test('a past event’s design is used for another, and can be removed', async ({ page, admin, axe }) => {
  await typeEvent(page)
  await design(page, 'قمر').check({ force: true })
  await generate(page, 'خالد')
  await expect(page.getByText(SAVED)).toBeVisible()

  await page.reload()
  await typeEvent(page, 'عقيقة سلمان')
  await expect(design(page, 'ميثاق')).toBeChecked()
  await page.getByRole('button', { name: 'من تصاميم مناسباتك السابقة' }).click()
  const dialog = page.getByRole('dialog', { name: 'تصاميم المناسبات' })
  await axe()
  await dialog.getByRole('button', { name: `استعمال تصميم «${EVENT}»` }).click()
  await expect(dialog).toBeHidden()
  await expect(design(page, 'قمر')).toBeChecked()

  await page.getByRole('button', { name: 'من تصاميم مناسباتك السابقة' }).click()
  await dialog.getByRole('button', { name: `حذف تصميم «${EVENT}»` }).click()
  const question = page.getByRole('alertdialog', { name: `حذف تصميم «${EVENT}»` })
  await axe()
  await question.getByRole('button', { name: 'حذف التصميم' }).click()
  await expect(page.getByText(`حُذف تصميم «${EVENT}»`)).toBeVisible()
  await expect(async () => expect((await admin.invitations.designs({})).rows).toEqual([])).toPass()
  // What was chosen from it stays.
  await expect(design(page, 'قمر')).toBeChecked()
})

test('a look that could not be kept says so and is kept on the second try', async ({ page, admin, trouble }) => {
  trouble.allow(/save-design/)
  trouble.allow(/console error: Failed to load resource/)
  let isDown = true
  await page.route('**/save-design.php', route => (isDown ? route.abort('connectionreset') : route.continue()))
  await typeEvent(page)
  await generate(page, 'خالد')
  await expect(page.getByText('لم يُحفظ تصميم البطاقة مع المناسبة')).toBeVisible()
  await expect(page.getByText('بطاقة واحدة')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  expect((await admin.invitations.designs({})).rows).toHaveLength(1)
})
