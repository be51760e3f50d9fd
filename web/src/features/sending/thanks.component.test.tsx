import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { guestHeading, messageDialog, messageField, openedUrls, recordOpenedUrls } from '../../../testing/component/sending.ts'
import { admin } from '../../../testing/component/session.ts'

recordOpenedUrls()

const button = (name: string | RegExp) => page.getByRole('button', { name })

test('guests who came are thanked once, on every device, with a text that is kept with the event', async () => {
  const invitations = ['سارة', 'علي', 'هدى'].map(guestName => ({
    eventName: 'حفل تخرّج',
    eventDate: '2026-01-14',
    guestName,
    phone: '777123456',
  }))
  const [sara, ali] = await admin.invitations.create({ invitations })
  const eventId = sara!.eventId!
  for (const { code } of [sara!, ali!]) await admin.checkIn.check({ qr_code: code })
  await openScreen(`/events/${eventId}`)
  await expect.element(page.getByText('حضر 2 من 3 أشخاص')).toBeVisible()
  // Nobody is invited to an event that is over.
  expect(button(/^إرسال (?:ما لم يُرسل|\()/).elements()).toHaveLength(0)
  await button('اشكر من حضر: ضيفان').click()
  await expect.element(guestHeading('سارة')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'ما سيصل إلى الضيف' })).toMatchTextContent('نشكر لكم حضوركم حفل تخرّج')
  await button('تعديل النص').click()
  await messageField.fill('شكراً {الضيف}، أسعدنا حضوركم.')
  await messageDialog.getByRole('button', { name: 'حفظ النص' }).click()
  await expect.element(messageDialog).not.toBeInTheDocument()
  await button('أرسل على واتساب').click()
  await expect.element(guestHeading('علي')).toBeVisible()
  expect(decodeURIComponent(openedUrls[0]!)).toContain('شكراً سارة، أسعدنا حضوركم.')
  const readCounts = async () => {
    const { thanked, unthanked, sent } = await admin.events.get({ id: eventId })
    return [thanked, unthanked, sent]
  }
  await expect.poll(readCounts).toEqual([1, 1, 0])
  await button('لم أُرسلها').click()
  await expect.element(guestHeading('سارة')).toBeVisible()
  expect(await readCounts()).toEqual([0, 2, 0])
  await admin.invitations.sent({ ids: [sara!.id], via: 'sms', isThanks: true })
  await openScreen(`/events/${eventId}/send?to=thanks`)
  await expect.element(guestHeading('علي')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'ما سيصل إلى الضيف' })).toMatchTextContent('شكراً علي، أسعدنا حضوركم.')
  await button('طريقة أخرى').click()
  expect(page.getByRole('button', { name: /^صورة البطاقة/ }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: /^وصلت بوسيلة أخرى/ }).click()
  await expect.element(page.getByText('شُكر كل من حضر')).toBeVisible()
  await expect.poll(readCounts).toEqual([2, 0, 0])
  await expectAccessible()
})
