import { dayInAden } from '@hudur/core/testing/days'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectCount } from '../../../testing/component/texts.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: dayInAden(3) }

const filterButton = (name: RegExp) => page.getByRole('group', { name: 'تصفية الردود' }).getByRole('button', { name })
const answerItems = page.getByRole('main').getByRole('listitem')
const answerOf = (guest: string) => answerItems.filter({ hasText: guest })

async function inviteAndAnswer() {
  const invitations = ['سارة', 'علي', 'هدى'].map(guestName => ({ ...EVENT, guestName, generationType: 'custom' as const, maxScans: 3 }))
  const [sara, ali, huda] = await admin.invitations.create({ invitations })
  await admin.invitations.answer({ id: sara!.id, attends: true, people: 2, children: 1, note: 'ألف مبروك' })
  await admin.invitations.answer({ id: ali!.id, attends: false })
  return { eventId: sara!.eventId!, sara: sara!, huda: huda! }
}

test('the list of an event’s answers marks new ones and prints the wishes', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  await page.viewport(360, 740)
  const { eventId, huda } = await inviteAndAnswer()
  await openScreen(`/events/${eventId}`)
  await page.getByRole('link', { name: 'الردود' }).click()
  await expectCount(answerItems, 2)
  await expect.element(answerOf('سارة')).toMatchTextContent(/سيحضر: كبير وطفل.*ألف مبروك/)
  await expect.element(answerOf('علي')).toMatchTextContent(/اعتذر/)
  expect(page.getByText('جديد', { exact: true }).query()).toBe(null)
  expect(document.documentElement.scrollWidth).toBe(360)
  await expectAccessible()

  await admin.invitations.answer({ id: huda.id, attends: false, note: 'مبارك، نعتذر' })
  await expect.element(page.getByText('أجاب ضيف عن الدعوة')).toBeVisible()
  await expect.element(answerItems.first()).toMatchTextContent(/هدى.*جديد.*مبارك، نعتذر/)
  await filterButton(/^كتب كلاماً ?2$/).click()
  await expectCount(answerItems, 2)
  await page.getByRole('button', { name: 'اطبع كتاب التهاني' }).click()
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect([...document.querySelectorAll('.wish')].map(wish => wish.textContent)).toEqual(['ألف مبروكسارة', 'مبارك، نعتذرهدى'])

  await openScreen(`/events/${eventId}/answers`, { as: null })
  await expectCount(answerItems, 3)
  expect(page.getByText('جديد', { exact: true }).query()).toBe(null)
})

test('the list of events says which event has a new answer', async () => {
  const { sara, huda } = await inviteAndAnswer()
  await openScreen('/events')
  await expect.element(page.getByRole('heading', { name: EVENT.eventName })).toBeVisible()
  // An arrival appears once the screen has live figures. An answer from before them is not new.
  await admin.checkIn.scan({ id: sara.id })
  await expect.element(page.getByRole('link', { name: 'شاهد الوصول' })).toBeVisible()
  await admin.invitations.answer({ id: huda.id, attends: true, people: 1 })
  await expect.element(page.getByText(`أجاب ضيف عن دعوة «${EVENT.eventName}»`)).toBeVisible()
})
