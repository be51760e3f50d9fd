import { expect, test } from 'vitest'
import { extractMapUrl } from './map-url.ts'

test.each([
  ['قاعة الماسة https://maps.app.goo.gl/aB3', 'https://maps.app.goo.gl/aB3'],
  ['قاعة الماسةhttps://maps.app.goo.gl/aB3', 'https://maps.app.goo.gl/aB3'],
  ['maps.app.goo.gl/aB3', 'https://maps.app.goo.gl/aB3'],
  ['قاعة الماسة www.google.com/maps?q=1,2', 'https://www.google.com/maps?q=1,2'],
  ['http://maps.example/x', 'http://maps.example/x'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', ''],
])('the map link of «%s» is «%s»', (shared, url) => {
  expect(extractMapUrl(shared)).toBe(url)
})
