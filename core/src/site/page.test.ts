import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAMPLE_CONTENT, SiteContent } from './content.ts'
import { fillPage, pageValues } from './page.ts'

test('SAMPLE_CONTENT is valid content of the public page', () => {
  expect(SiteContent.safeParse(SAMPLE_CONTENT).data).toEqual(SAMPLE_CONTENT)
})

test('fillPage replaces placeholders with their values, and repeats a part for each item of a list', () => {
  const page = '<b>{{title}}</b>{{#rows}}<i>{{name}} {{title}}</i>{{/rows}}'
  expect(fillPage(page, { title: 'أ', rows: [{ name: '1' }, { name: '2' }] })).toBe('<b>أ</b><i>1 أ</i><i>2 أ</i>')
  expect(fillPage(page, { title: 'أ', rows: [] })).toBe('<b>أ</b>')
})

test('fillPage escapes values, so that they cannot become elements, attributes or placeholders', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom('<script>', '"', "' onload='", '{{title}}', '{{#rows}}', '{{/rows}}', '&lt;', '$&', ''),
      (text, special) => {
        const words = text + special + text
        const filled = fillPage('<p title="{{words}}">{{words}}</p>{{#rows}}<i>{{words}}</i>{{/rows}}', { words, title: 'no', rows: [{}] })
        expect(filled.replace(/[^<>"]/g, '')).toBe('<""><><><>')
      },
    ),
  )
})

test('fillPage throws at a placeholder without a value of its kind', () => {
  expect(() => fillPage('{{nobody}}', {})).toThrow('nobody')
  expect(() => fillPage('{{#one}}{{/one}}', { one: 'text' })).toThrow('one')
  expect(() => fillPage('{{many}}', { many: [] })).toThrow('many')
})

test('pageValues returns links for telephone numbers in the spellings that people use', () => {
  const values = pageValues(
    { ...SAMPLE_CONTENT, contact: { ...SAMPLE_CONTENT.contact, phone: '+967 ١ 234-567', whatsapp: '00967 770 000 000' } },
    { origin: 'https://hudur.example', hasBackups: true },
  )
  expect(values).toMatchObject({ phoneLink: 'tel:+9671234567', whatsappLink: 'https://wa.me/967770000000' })
})

test('pageValues escapes structured data, so that no value can end its script element', () => {
  const contact = { ...SAMPLE_CONTENT.contact, location: '</script><script>alert(1)</script>' }
  const { business } = pageValues({ ...SAMPLE_CONTENT, contact }, { origin: 'https://hudur.example', hasBackups: false })
  expect(business).not.toContain('<')
  expect(JSON.parse(String(business))).toMatchObject({ address: contact.location, url: 'https://hudur.example/website' })
})

test.each([
  ['a link with JavaScript', { social: [{ name: 'x', url: 'javascript:alert(1)' }] }],
  ['an empty phone', { contact: { ...SAMPLE_CONTENT.contact, phone: ' ' } }],
  ['an e-mail address without a host', { contact: { ...SAMPLE_CONTENT.contact, email: 'salam' } }],
])('SiteContent refuses %s', (_what, wrong) => {
  expect(SiteContent.safeParse({ ...SAMPLE_CONTENT, ...wrong }).success).toBe(false)
})
