import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

test('the set-up of WhatsApp names the missing settings and what mends them', async () => {
  await openScreen('/whatsapp')
  const steps = page.getByRole('list', { name: 'خطوات الربط' })
  await expect.element(steps.getByText('WHATSAPP_TOKEN', { exact: false })).toBeVisible()
  await expect.element(steps.getByText('أضف هذه الإعدادات إلى hudur.env ثم أعد تشغيل الخادم')).toBeVisible()
  await expectAccessible()
})

test('without a WhatsApp number the sending screen offers none', async () => {
  const [{ eventId } = { eventId: '' }] = await admin.invitations.create({
    invitations: [{ eventName: 'زفاف سارة', eventDate: '2097-01-14', guestName: 'أمل', phone: '777123456' }],
  })
  await openScreen(`/events/${eventId}/send`)
  await expect.element(page.getByText('أمل').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'أرسل إلى الكل' })).not.toBeInTheDocument()
})
