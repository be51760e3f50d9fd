import { type CardLook, DEFAULT_LOOK } from '@hudur/core/cards/look'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EVENT, generator } from '../../../../testing/component/generator-form.ts'
import { createNetwork } from '../../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../../testing/component/screen.tsx'
import { admin } from '../../../../testing/component/session.ts'
import { expectNoElements, partialText } from '../../../../testing/component/texts.ts'

const savedNotice = partialText('حُفظ تصميم البطاقة مع المناسبة')
const { design: designOption, names: namesField, submit: submitButton } = generator
const readSavedDesigns = async () => (await admin.invitations.designs({})).rows

async function createInvitation(guest: string) {
  await namesField.fill(guest)
  await submitButton.click()
}

test('created cards keep their design while the next event is typed', async () => {
  const nextEvent = 'تخرّج دفعة الأمل'
  const look: CardLook = { ...DEFAULT_LOOK, background: { is: 'ready', design: 'rawda' } }
  await admin.invitations.saveDesign({ id: 'A'.repeat(20), eventName: nextEvent, eventDate: EVENT.eventDate, look })
  await generator.open()
  await createInvitation('خالد')
  await expect.element(savedNotice).toBeVisible()
  await generator.eventName.fill(nextEvent)
  // Waits until the saved design of the typed event would have been loaded. The form must still show the design of the created cards.
  await new Promise(resolve => setTimeout(resolve, 1_000))
  await expect.element(designOption('ميثاق')).toBeChecked()
  await createInvitation('علي')
  await expect.element(partialText(`هذا تصميم «${nextEvent}» كما حُفظ`)).toBeVisible()
  await expect.element(designOption('روضة')).toBeChecked()
  await expect.element(savedNotice).toBeVisible()
  expect(Object.fromEntries((await readSavedDesigns()).map(({ eventName, look }) => [eventName, look.background]))).toEqual({
    [EVENT.eventName]: { is: 'ready', design: 'mithaq' },
    [nextEvent]: { is: 'ready', design: 'rawda' },
  })
})

test('the saved design of a past event can be reused and deleted', async () => {
  const look: CardLook = { ...DEFAULT_LOOK, background: { is: 'ready', design: 'qamar' } }
  await admin.invitations.saveDesign({ id: 'A'.repeat(20), ...EVENT, look })
  await generator.open({ ...EVENT, eventName: 'عقيقة سلمان' })
  await expect.element(designOption('ميثاق')).toBeChecked()
  const openButton = page.getByRole('button', { name: 'من تصاميم مناسباتك السابقة' })
  await openButton.click()
  const dialog = page.getByRole('dialog', { name: 'تصاميم المناسبات' })
  await expect.element(dialog).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: `استعمال تصميم «${EVENT.eventName}»` }).click()
  await expectNoElements(dialog)
  await expect.element(designOption('قمر')).toBeChecked()

  await openButton.click()
  await dialog.getByRole('button', { name: `حذف تصميم «${EVENT.eventName}»` }).click()
  const question = page.getByRole('alertdialog', { name: `حذف تصميم «${EVENT.eventName}»` })
  await expect.element(question).toBeVisible()
  await expectAccessible()
  await question.getByRole('button', { name: 'حذف التصميم' }).click()
  await expect.element(partialText(`حُذف تصميم «${EVENT.eventName}»`)).toBeVisible()
  await expect.poll(readSavedDesigns).toEqual([])
  await expect.element(designOption('قمر')).toBeChecked()
})

test('a design that could not be saved is saved on retry', async () => {
  const network = await generator.open()
  const restoreNetwork = network.fail('invitations/save-design.php')
  await designOption('قمر').click({ force: true })
  await createInvitation('خالد')
  await expect.element(partialText('لم يُحفظ تصميم البطاقة مع المناسبة')).toBeVisible()
  await expect.element(partialText('بطاقة واحدة')).toBeVisible()
  expect(await readSavedDesigns()).toEqual([])
  restoreNetwork()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
  await expect.element(savedNotice).toBeVisible()
  expect(await readSavedDesigns()).toMatchObject([{ ...EVENT, look: { background: { is: 'ready', design: 'qamar' } } }])
})

describe('the saved design of an event', () => {
  const look: CardLook = { ...DEFAULT_LOOK, background: { is: 'ready', design: 'rawda' } }
  const readBackground = async () => (await admin.invitations.designs({ ...EVENT })).rows.map(one => one.look.background)

  test('the generator saves no design while it cannot read the saved one', async () => {
    await admin.invitations.saveDesign({ id: 'A'.repeat(20), ...EVENT, look })
    const network = createNetwork()
    const end = network.fail('invitations/designs.php')
    await openScreen(`/generator?${new URLSearchParams(EVENT)}`, { network })
    await createInvitation('خالد')
    await expect.element(generator.downloadAll).toBeVisible()
    await expect.element(partialText('لم يُحفظ تصميم البطاقة')).toBeVisible()
    // Waits until the generator would have saved its design.
    await new Promise(resolve => setTimeout(resolve, 1_200))
    expect(await readBackground()).toEqual([look.background])
    end()
    await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
    await expect.element(designOption('روضة')).toBeChecked()
    await expect.element(savedNotice).toBeVisible()
    expect(await readBackground()).toEqual([look.background])
  })

  test('the saved design is applied although 100 others were saved later', async () => {
    await admin.invitations.saveDesign({ id: 'A'.repeat(20), ...EVENT, look })
    for (let n = 0; n < 100; n++)
      await admin.invitations.saveDesign({
        ...{ id: `B${String(n).padStart(19, '0')}`, eventName: `مناسبة ${n}`, eventDate: EVENT.eventDate, look: DEFAULT_LOOK },
      })
    await generator.open()
    await expect.element(designOption('روضة')).toBeChecked()
  })
})
