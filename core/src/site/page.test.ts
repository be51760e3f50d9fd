import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAMPLE_CONTENT, SiteContent } from './content.ts'
import { fillPage, pageValues } from './page.ts'

test('the sample content is valid', () => {
  expect(SiteContent.safeParse(SAMPLE_CONTENT).data).toEqual(SAMPLE_CONTENT)
})

test('replaces marks with their values, and repeats a part for each item of a list', () => {
  const page = '<b>{{title}}</b>{{#rows}}<i>{{name}} {{title}}</i>{{/rows}}'
  expect(fillPage(page, { title: 'أ', rows: [{ name: '1' }, { name: '2' }] })).toBe('<b>أ</b><i>1 أ</i><i>2 أ</i>')
  expect(fillPage(page, { title: 'أ', rows: [] })).toBe('<b>أ</b>')
})

test('escapes the owner’s text, so that it is no element, attribute or mark', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom('<script>', '"', "' onload='", '{{title}}', '{{#rows}}', '{{/rows}}', '&lt;', '$&', ''),
      (text, odd) => {
        const words = text + odd + text
        const filled = fillPage('<p title="{{words}}">{{words}}</p>{{#rows}}<i>{{words}}</i>{{/rows}}', { words, title: 'no', rows: [{}] })
        expect(filled.replace(/[^<>"]/g, '')).toBe('<""><><><>')
      },
    ),
  )
})

test('throws at an unknown mark', () => {
  expect(() => fillPage('{{nobody}}', {})).toThrow('nobody')
  expect(() => fillPage('{{#one}}{{/one}}', { one: 'text' })).toThrow('one')
  expect(() => fillPage('{{many}}', { many: [] })).toThrow('many')
})

test('turns telephone numbers as people write them into links', () => {
  const values = pageValues(
    { ...SAMPLE_CONTENT, contact: { ...SAMPLE_CONTENT.contact, phone: '+967 ١ 234-567', whatsapp: '00967 770 000 000' } },
    { origin: 'https://hudur.example', hasBackups: true },
  )
  expect(values).toMatchObject({ phoneLink: 'tel:+9671234567', whatsappLink: 'https://wa.me/967770000000' })
})

test('a value in structured data cannot end its script element', () => {
  const contact = { ...SAMPLE_CONTENT.contact, location: '</script><script>alert(1)</script>' }
  const { business } = pageValues({ ...SAMPLE_CONTENT, contact }, { origin: 'https://hudur.example', hasBackups: false })
  expect(business).not.toContain('<')
  expect(JSON.parse(String(business))).toMatchObject({ address: contact.location, url: 'https://hudur.example/website' })
})

test.each([
  ['an address that is a script', { social: [{ name: 'x', url: 'javascript:alert(1)' }] }],
  ['an empty phone', { contact: { ...SAMPLE_CONTENT.contact, phone: ' ' } }],
  ['an address without a host', { contact: { ...SAMPLE_CONTENT.contact, email: 'salam' } }],
])('%s is refused', (_what, wrong) => {
  expect(SiteContent.safeParse({ ...SAMPLE_CONTENT, ...wrong }).success).toBe(false)
})
