import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SiteContent } from './content.ts'
import { fillPage, publicPageValues } from './fill-page.ts'
import { SAMPLE_SITE_CONTENT } from './sample-content.ts'

test('SiteContent accepts SAMPLE_SITE_CONTENT and returns it unchanged', () => {
  expect(SiteContent.safeParse(SAMPLE_SITE_CONTENT).data).toEqual(SAMPLE_SITE_CONTENT)
})

test('fillPage repeats a part of the page for each item of a list', () => {
  const page = '<b>{{title}}</b>{{#rows}}<i>{{name}} {{title}}</i>{{/rows}}'
  expect(fillPage(page, { title: 'أ', rows: [{ name: '1' }, { name: '2' }] })).toBe('<b>أ</b><i>1 أ</i><i>2 أ</i>')
  expect(fillPage(page, { title: 'أ', rows: [] })).toBe('<b>أ</b>')
})

test('fillPage escapes values, so that they cannot become elements', () => {
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

test('fillPage throws for a placeholder without a value of its kind', () => {
  expect(() => fillPage('{{nobody}}', {})).toThrow('nobody')
  expect(() => fillPage('{{#one}}{{/one}}', { one: 'text' })).toThrow('one')
  expect(() => fillPage('{{many}}', { many: [] })).toThrow('many')
})

test('publicPageValues returns tel: and wa.me links for spaced numbers', () => {
  const values = publicPageValues(
    { ...SAMPLE_SITE_CONTENT, contact: { ...SAMPLE_SITE_CONTENT.contact, phone: '+967 ١ 234-567', whatsapp: '00967 770 000 000' } },
    { origin: 'https://hudur.example', hasBackups: true },
  )
  expect(values).toMatchObject({ phoneLink: 'tel:+9671234567', whatsappLink: 'https://wa.me/967770000000' })
})

test('publicPageValues escapes «<» in the structured data', () => {
  const contact = { ...SAMPLE_SITE_CONTENT.contact, location: '</script><script>alert(1)</script>' }
  const { business } = publicPageValues({ ...SAMPLE_SITE_CONTENT, contact }, { origin: 'https://hudur.example', hasBackups: false })
  expect(business).not.toContain('<')
  expect(JSON.parse(String(business))).toMatchObject({ address: contact.location, url: 'https://hudur.example/website' })
})

test.each([
  ['a social link with the scheme javascript:', { social: [{ name: 'x', url: 'javascript:alert(1)' }] }],
  ['an empty phone', { contact: { ...SAMPLE_SITE_CONTENT.contact, phone: ' ' } }],
  ['an e-mail address without a host', { contact: { ...SAMPLE_SITE_CONTENT.contact, email: 'salam' } }],
])('the schema SiteContent refuses %s', (_what, wrong) => {
  expect(SiteContent.safeParse({ ...SAMPLE_SITE_CONTENT, ...wrong }).success).toBe(false)
})
