import { dayInAden } from '@hudur/core/testing/days'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { addHost, HOST } from '../../../testing/component/host.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, executeSql, signInBackend } from '../../../testing/component/session.ts'
import { expectCount } from '../../../testing/component/texts.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }

const guestItems = page.getByRole('list', { name: 'الضيوف', exact: true }).getByRole('listitem')
const addButton = page.getByRole('button', { name: 'إضافة ضيوف' })
const dialog = page.getByRole('dialog', { name: 'إضافة ضيوف' })
const confirmButton = dialog.getByRole('button', { name: 'إضافة ضيوف' })
const namesField = dialog.getByRole('textbox', { name: /أسماء المعازيم/ })

/** Sets the balance of every account to this number of invitations. */
const setBalance = (balance: number) => executeSql('update users set generation_limit = used_generations + ?', balance)

/** Creates the event with these guests. Returns its id. */
const inviteGuests = async (...guestNames: string[]) =>
  (await admin.invitations.create({ invitations: guestNames.map(guestName => ({ ...EVENT, guestName })) }))[0]!.eventId!

const boundingBoxOf = (locator: Locator) => locator.element().getBoundingClientRect()

/** Returns the names of all guests on the server. */
const readStoredNames = async () => (await admin.invitations.list({})).rows.map(({ guestName }) => guestName).sort()

test('adding guests keeps the names when the balance was spent meanwhile', async () => {
  const { id } = await admin.events.create({ name: EVENT.eventName, date: EVENT.eventDate })
  await openScreen(`/events/${id}`)
  await addButton.click()
  await namesField.fill('سارة\nعلي')
  await setBalance(1)
  await confirmButton.click()
  await expect.element(dialog).toMatchTextContent('لا يمكنك توليد 2 دعوة. الرصيد المتاح: 1 دعوة')
  await expect.element(namesField).toHaveValue('سارة\nعلي')
  await expectAccessible()
  await namesField.fill('سارة')
  await confirmButton.click()
  await expectCount(guestItems, 1)
  expect(await readStoredNames()).toEqual(['سارة'])
})

test('adding guests is disabled while the names exceed the balance', async () => {
  await addHost()
  const host = await signInBackend(HOST)
  const { id } = await host.events.create({ name: EVENT.eventName, date: EVENT.eventDate })
  await setBalance(1)
  await openScreen(`/events/${id}`, { as: HOST })
  await addButton.click()
  await namesField.fill('سارة\nعلي')
  await expect.element(dialog).toMatchTextContent('المطلوب يتجاوز الحد المسموح به')
  await expect.element(confirmButton).toBeDisabled()
})

test('guests are added once when the response is lost', async () => {
  const { id } = await admin.events.create({ name: EVENT.eventName, date: EVENT.eventDate })
  const network = await openScreen(`/events/${id}`)
  network.loseAnswers('invitations/create.php')
  await addButton.click()
  await namesField.fill('سارة\nعلي')
  await confirmButton.click()
  await expectCount(guestItems, 2)
  expect(await readStoredNames()).toEqual(['سارة', 'علي'])
})

test('the button of a VIP in the guest list says that the guest is a VIP', async () => {
  const [created] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'الشيخ حسين الكثيري', isVip: true }] })
  await openScreen(`/events/${created!.eventId}`)
  await expect.element(guestItems.getByRole('button', { name: 'دعوة الشيخ حسين الكثيري، من كبار الضيوف', exact: true })).toBeVisible()
})

test('the first guest of an event is in the first screen of a phone', async () => {
  const invitations = ['سارة', 'علي'].map(guestName => ({ ...EVENT, guestName }))
  const [sara] = await admin.invitations.create({ invitations })
  await admin.events.update({ id: sara!.eventId!, startsAt: '19:30', place: 'قاعة ليالي أزال، صنعاء' })
  await admin.invitations.sent({ ids: [sara!.id], via: 'whatsapp' })
  await admin.invitations.answer({ id: sara!.id, attends: true, people: 1 })
  await page.viewport(360, 740)
  await openScreen(`/events/${sara!.eventId}`)
  await expectCount(guestItems, 2)
  const [firstGuest, navigation] = [guestItems.first(), page.getByRole('navigation', { name: 'التنقّل السفلي' })]
  const edges = () => [boundingBoxOf(firstGuest).bottom, boundingBoxOf(navigation).top]
  await expect.poll(() => edges()[0]! <= edges()[1]!, { message: edges().join() }).toBe(true)
})

test('the guest list shows 1,000 guests in pages of 50', async () => {
  const invitations = Array.from({ length: 1000 }, (_, n) => ({ ...EVENT, guestName: `ضيف ${n + 1}` }))
  const [created] = await admin.invitations.create({ invitations })
  await page.viewport(360, 740)
  await openScreen(`/events/${created!.eventId}`)
  await expectCount(guestItems, 50)
  await page.getByRole('button', { name: 'تحديد', exact: true }).click()
  const bar = page.getByRole('region', { name: 'الضيوف المحددون' })
  const next = page.getByRole('button', { name: 'التالية' })
  const edgeOf = (side: 'top' | 'bottom', locator: typeof bar) => locator.element().getBoundingClientRect()[side]
  const isUncovered = () => {
    // The page grows by the height of the bar when the bar appears.
    window.scrollTo(0, document.documentElement.scrollHeight)
    return edgeOf('bottom', next) <= edgeOf('top', bar)
  }
  await expect.poll(isUncovered).toBe(true)
  await next.click()
  await expect.element(page.getByText('من 51 إلى 100، من أصل 1,000')).toBeVisible()
  await expectCount(guestItems, 50)
})

test('adding guests to a deleted event creates no event', async () => {
  const id = await inviteGuests('سارة')
  const network = await openScreen(`/events/${id}`)
  network.fail('events/live.php')
  await addButton.click()
  await namesField.fill('علي')
  await admin.events.remove({ id })
  await confirmButton.click()
  await expect.element(dialog).toMatchTextContent(/المناسبة محذوفة/)
  await expect.element(namesField).toHaveValue('علي')
  await dialog.getByRole('button', { name: 'إلغاء' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'تجاهل' }).click()
  await expect.element(page.getByText('حُذفت هذه المناسبة')).toBeVisible()
  expect((await admin.events.list({})).total).toBe(0)
})

test('on the day of the event the guest list shows who has arrived', async () => {
  const today = { eventName: 'اليوم', eventDate: dayInAden() }
  const guestNames = ['سارة', 'علي', 'هدى', 'منى']
  const [sara, ali, huda, muna] = await admin.invitations.create({
    invitations: guestNames.map(guestName => ({ ...today, guestName, generationType: 'custom', maxScans: 4 })),
  })
  await admin.invitations.answer({ id: sara!.id, attends: true, people: 3 })
  await admin.invitations.answer({ id: ali!.id, attends: false })
  await admin.checkIn.scan({ id: huda!.id, admit: 4 })
  await admin.invitations.cancel({ id: muna!.id })
  await openScreen(`/events/${sara!.eventId}`)
  await expect.element(guestItems.filter({ hasText: 'سارة' })).toMatchTextContent(/لم يصل.*بلا رقم.*سيحضر \(3\)/)
  await expect.element(guestItems.filter({ hasText: 'علي' })).toMatchTextContent(/4 أماكن.*اعتذر/)
  await expect.element(guestItems.filter({ hasText: 'هدى' })).toMatchTextContent(/(صباحاً|مساءً).*وصل \(4\)/)
  await expect.element(guestItems.filter({ hasText: 'منى' })).toMatchTextContent(/4 أماكن.*ملغاة/)
  await expectAccessible()
})

test('after an error, invitations not yet cancelled stay selected', async () => {
  const id = await inviteGuests('سارة', 'علي', 'هدى')
  const network = await openScreen(`/events/${id}`)
  const bar = page.getByRole('region', { name: 'الضيوف المحددون' })
  const question = page.getByRole('alertdialog')
  const readInvitationStates = async () =>
    (await admin.invitations.list({ eventId: id })).rows.map(({ id: own, code, state }) => [code !== own, state])
  await page.getByRole('button', { name: 'تحديد', exact: true }).click()
  await page.getByRole('checkbox', { name: 'تحديد كل هذه الصفحة' }).click({ force: true })
  await bar.getByRole('button', { name: 'إعادة إصدار' }).click()
  await question.getByRole('button', { name: 'إعادة إصدار' }).click()
  await expect.poll(readInvitationStates).toEqual(Array(3).fill([true, 'valid']))
  await expect.element(bar).toMatchTextContent(/المحدد: 0/)
  await page.getByRole('checkbox', { name: 'تحديد كل هذه الصفحة' }).click({ force: true })
  const calls = network.hold('invitations/cancel.php')
  await bar.getByRole('button', { name: 'إلغاء الدعوة' }).click()
  await question.getByRole('button', { name: 'إلغاء الدعوة' }).click()
  await expect.element(question).toMatchTextContent(/0 من 3/)
  await expect.poll(() => calls.held.length).toBe(1)
  calls.release()
  await expect.element(question).toMatchTextContent(/1 من 3/)
  await expect.poll(() => calls.held.length).toBe(1)
  calls.end()
  network.fail('invitations/cancel.php')
  calls.lose()
  await page.getByRole('alertdialog', { name: 'تعذّر الإلغاء، وبقي ضيفان' }).getByRole('button').click()
  await expect.element(bar).toMatchTextContent(/المحدد: ضيفان/)
  await expect.poll(async () => (await readInvitationStates()).filter(([, state]) => state === 'cancelled')).toHaveLength(1)
})
