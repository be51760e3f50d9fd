import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { chooseBackgroundPicture, createPhotograph } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'

const EVENT = 'زفاف محمّد وسارة'
const DESIGN_SAVED_MESSAGE = 'حُفظ تصميم البطاقة مع المناسبة'

async function generateInvitation(page: Page, guest: string) {
  const generator = generatorPage(page)
  await generator.names.fill(guest)
  await generator.submit.click()
}

test('the generator saves an event’s design and shows it after a reload', async ({ page, admin, signIn, axe }) => {
  await signIn()
  await page.goto('/generator')
  await generatorPage(page).fillEvent(EVENT)
  await chooseBackgroundPicture(page, await createPhotograph({ noise: 8 }))
  await generateInvitation(page, 'خالد')
  await expect(page.getByText(DESIGN_SAVED_MESSAGE)).toBeVisible()
  const [storedDesign] = (await admin.invitations.designs({ eventName: EVENT, eventDate: '2027-01-14' })).rows
  expect(storedDesign?.look.background.is).toBe('picture')
  const pictureId = storedDesign?.look.background.is === 'picture' ? storedDesign.look.background.pictureId : ''
  expect(await sharp(await admin.invitations.picture({ id: pictureId })).metadata()).toMatchObject({ width: 1200, height: 1800 })
  const [createdInvitation] = (await admin.invitations.list({})).rows
  expect(createdInvitation?.designId).toBe(storedDesign?.id)

  // A later change of the design is saved too, and the background picture is not uploaded again.
  await page.getByRole('button', { name: 'تخصيص البطاقة' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'كوفي' }).check({ force: true })
  await page.getByRole('button', { name: 'تم', exact: true }).click()
  await expect(async () => {
    const [now] = (await admin.invitations.designs({ eventName: EVENT, eventDate: '2027-01-14' })).rows
    expect(now?.look.name.face).toBe('reem-kufi')
    expect(now?.look.background).toEqual({ is: 'picture', pictureId })
  }).toPass()

  await page.reload()
  await page.getByRole('button', { name: 'ابدأ من جديد' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'ابدأ من جديد' }).click()
  await generatorPage(page).fillEvent(EVENT)
  await expect(page.getByText(`هذا تصميم «${EVENT}» كما حُفظ`)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'صورتك' })).toBeChecked()
  await axe()
  await generateInvitation(page, 'علي')
  await expect(page.getByText(DESIGN_SAVED_MESSAGE)).toBeVisible()
  const { rows } = await admin.invitations.designs({})
  expect(rows.map(({ look }) => look)).toEqual([expect.objectContaining({ background: { is: 'picture', pictureId } })])
})
