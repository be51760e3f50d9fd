import { messageText } from '@hudur/core'
import { expect, test, vi } from 'vitest'
import { anInvitation } from '../../../../testing/device.ts'
import { chatAddress, firstMessage, messageValues, smsAddress, suggestedMessage } from './guest-message.ts'

const event = { name: 'زفاف محمّد وسارة', date: '2027-01-14', startsAt: '20:00', place: 'قاعة ليالي أزال', message: null }

test('an address has the number without its plus, and the text as it was written', () => {
  const message = 'حيّاكم الله & أهلاً بكم + كل ١٠٠٪\nhttps://hudur.example/i/K7M2?x=1#a'
  const chat = new URL(chatAddress('+967771000010', message))
  expect([chat.origin, chat.pathname, chat.searchParams.get('text')]).toEqual(['https://wa.me', '/967771000010', message])
  expect(chatAddress(undefined, 'نص')).toBe(`https://wa.me/?text=${encodeURIComponent('نص')}`)
  const sms = smsAddress('+967771000010', message)
  expect(sms.startsWith('sms:+967771000010?&body=')).toBe(true)
  expect(decodeURIComponent(sms.split('body=')[1]!)).toBe(message)
})

test('a suggested text omits the placeholders that the event has no value for; the host’s own text replaces it, except in reminders', () => {
  expect(suggestedMessage('formal', event)).toContain('يوم {اليوم}، الساعة {الساعة}، في {المكان}')
  expect(suggestedMessage('formal', { ...event, startsAt: null, place: null })).not.toMatch(/الساعة|المكان/)
  const own = { ...event, message: 'أهلاً {الضيف}' }
  expect([firstMessage('unsent', own), firstMessage('selected', own)]).toEqual(['أهلاً {الضيف}', 'أهلاً {الضيف}'])
  expect(firstMessage('unanswered', own)).toBe(suggestedMessage('reminder', event))
  expect(firstMessage('unsent', event)).toBe(suggestedMessage('formal', event))
})

test('the placeholders are replaced by the guest, the event, its day, hour and place, and the address of the current code', () => {
  const origin = 'https://hudur.example'
  const invitation = anInvitation('ID', { guestName: 'أم عبدالله', code: 'CODE' })
  expect(messageText('{الضيف}|{المناسبة}|{اليوم}|{الساعة}|{المكان}|{الرابط}', messageValues(invitation, event, origin))).toBe(
    'أم عبدالله|زفاف محمّد وسارة|الخميس 14 يناير|8:00 مساءً|قاعة ليالي أزال|https://hudur.example/i/CODE',
  )
  expect(messageValues(anInvitation('ID', { guestName: '' }), event, origin).guest).not.toBe('')
  vi.unstubAllGlobals()
})
