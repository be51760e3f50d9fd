import { fillMessage } from '@hudur/core/invitations/message'
import { expect, test, vi } from 'vitest'
import { buildInvitation } from '../../../testing/device.ts'
import { initialMessage, messageValues, smsUrl, suggestedMessage, whatsappUrl } from './guest-message.ts'

const event = { name: 'زفاف محمّد وسارة', date: '2027-01-14', startsAt: '20:00', timeWords: null, place: 'قاعة ليالي أزال', message: null }

test('whatsappUrl and smsUrl encode a message that decodes unchanged', () => {
  const message = 'حيّاكم الله & أهلاً بكم + كل ١٠٠٪\nhttps://hudur.example/i/K7M2?x=1#a'
  const chat = new URL(whatsappUrl('+967771000010', message))
  expect([chat.origin, chat.pathname, chat.searchParams.get('text')]).toEqual(['https://wa.me', '/967771000010', message])
  expect(whatsappUrl(undefined, 'نص')).toBe(`https://wa.me/?text=${encodeURIComponent('نص')}`)
  const sms = smsUrl('+967771000010', message)
  expect(sms.startsWith('sms:+967771000010?&body=')).toBe(true)
  expect(decodeURIComponent(sms.split('body=')[1]!)).toBe(message)
})

test('suggestedMessage omits placeholders without a value', () => {
  expect(suggestedMessage('formal', event)).toContain('يوم {اليوم}، الساعة {الساعة}، في {المكان}')
  expect(suggestedMessage('formal', { ...event, timeWords: 'بعد صلاة العشاء' })).toContain('يوم {اليوم}، {الساعة}، في {المكان}')
  expect(suggestedMessage('formal', { ...event, startsAt: null, place: null })).not.toMatch(/الساعة|المكان/)
  const own = { ...event, message: 'أهلاً {الضيف}' }
  expect([initialMessage('unsent', own), initialMessage('selected', own)]).toEqual(['أهلاً {الضيف}', 'أهلاً {الضيف}'])
  const ofSides = { ...own, sideMessages: [{ side: 'أهل العروس', message: 'من أهل العروس' }] }
  expect(['أهل العروس', 'أهل العريس', null].map(side => initialMessage('unsent', ofSides, side))).toEqual([
    ...['من أهل العروس', own.message, own.message],
  ])
  expect(initialMessage('unanswered', ofSides, 'أهل العروس')).toBe(suggestedMessage('reminder', event))
  expect(initialMessage('unanswered', own)).toBe(suggestedMessage('reminder', event))
  expect(initialMessage('unsent', event)).toBe(suggestedMessage('formal', event))
})

test('fillMessage replaces every placeholder', () => {
  const origin = 'https://hudur.example'
  const invitation = buildInvitation('ID', { guestName: 'أم عبدالله', code: 'CODE' })
  expect(fillMessage('{الضيف}|{المناسبة}|{اليوم}|{الساعة}|{المكان}|{الرابط}', messageValues(invitation, event, origin))).toBe(
    'أم عبدالله|زفاف محمّد وسارة|الخميس 14 يناير|8 مساءً|قاعة ليالي أزال|https://hudur.example/i/CODE',
  )
  const told = { date: '2027-01-13', time: '', place: 'قاعة', persons: 1, table: null, hasFormerCard: false }
  expect(messageValues({ ...invitation, told }, event, origin).change).toContain('تغيّر الموعد من')
  expect(messageValues(buildInvitation('ID', { guestName: '' }), event, origin).guest).not.toBe('')
  const places = (maxScans: number, children = 0) => messageValues(buildInvitation('ID', { maxScans, children }), event, origin).places
  expect([1, 2, 4, 11, 100].map(count => places(count))).toEqual(['لشخص واحد', 'لشخصين', 'لـ4 أشخاص', 'لـ11 شخصاً', 'لـ100 شخص'])
  expect(places(4, 2)).toBe('لـ4 أشخاص (كبيران وطفلان)')
  vi.unstubAllGlobals()
})
