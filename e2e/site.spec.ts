import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from './fixtures.ts'

const SECTION_IDS = ['home', 'about', 'services', 'features', 'order', 'Testimonials', 'contact']
const PAGE_TITLE = 'حُضور · دعوات تليق بضيوفك، وباب يعرفهم'

test('/website responds with texts, preview image and structured data', async ({ product }) => {
  const page = await (await fetch(`${product.url}/website`)).text()
  const includesText = (words: string) => page.includes(words)
  for (const words of ['دعوة تليق بضيوفك،', 'ثلاث خطوات إلى الباب', '500+', '10K+', '99%', '+967 770 000 000', 'أروى باسليم'])
    expect(includesText(words), words).toBe(true)
  for (const anchor of SECTION_IDS) expect(includesText(`id="${anchor}"`), anchor).toBe(true)
  expect(/\{\{[\w#=/]+\}\}|>undefined<|\[object/.exec(page)).toBeNull()
  expect(/<title>(.*?)<\/title>/.exec(page)?.[1]).toBe(PAGE_TITLE)
  expect(/content="([^"]+)" property="og:title"/.exec(page)?.[1]).toBe(PAGE_TITLE)
  const picture = await fetch(/content="([^"]+)" property="og:image"/.exec(page)?.[1] ?? '')
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect((await picture.arrayBuffer()).byteLength).toBeLessThan(200_000)
  const structuredTypes = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!)['@type'],
  )
  expect(structuredTypes).toEqual(['ProfessionalService', 'FAQPage'])

  const robots = await fetch(`${product.url}/robots.txt`)
  expect(await robots.text()).toContain(`Sitemap: ${product.url}/sitemap.xml`)
  const sitemap = await fetch(`${product.url}/sitemap.xml`)
  expect(sitemap.headers.get('content-type')).toContain('xml')
  expect(await sitemap.text()).toContain(`<loc>${product.url}/website</loc>`)
})

test('the public page shows HTML tags of site.json as text', async ({ page, product }) => {
  const file = path.join(product.dataDir, 'site.json')
  const content = JSON.parse(await readFile(file, 'utf8'))
  content.contact.location = '<b>عدن</b>'
  content.testimonials = [{ words: 'ليلة هادئة', name: 'سالم', role: 'عدن' }]
  content.social = []
  await writeFile(file, JSON.stringify(content))
  await page.goto('/website')
  await expect(page.locator('#contact')).toContainText('<b>عدن</b>')
  await expect(page.locator('#Testimonials figure')).toHaveCount(1)
})

test('the header links of the public page scroll to its sections', async ({ page, axe }) => {
  await page.goto('/website')
  const readScrollBehaviour = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await readScrollBehaviour()).toBe('smooth')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await readScrollBehaviour()).toBe('auto')
  const sections = page.getByRole('navigation', { name: 'أقسام الصفحة' })
  for (const [name, anchor] of [
    ['من نحن', 'about'],
    ['اطلب دعوتك', 'order'],
    ['تواصل معنا', 'contact'],
  ]) {
    await sections.getByRole('link', { name: name! }).click()
    await expect(page).toHaveURL(new RegExp(`#${anchor}$`))
    await expect(page.locator(`#${anchor}`)).toBeInViewport()
  }

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/website')
  const button = page.getByRole('button', { name: 'القائمة' })
  const menu = page.getByRole('navigation', { name: 'القائمة' })
  await expect(menu).toBeHidden()
  await button.click()
  await expect(menu).toBeVisible()
  await axe()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await menu.getByRole('link', { name: 'آراء المضيفين' }).click()
  await expect(menu).toBeHidden()
  await expect(page.locator('#Testimonials')).toBeInViewport()
  await page.getByRole('link', { name: 'اطلب الآن' }).click()
  await expect(page.locator('#order')).toBeInViewport()
})

test('the public page links the signed-in user’s name to the product', async ({ page, signIn }) => {
  await page.goto('/website')
  await expect(page.getByRole('link', { name: 'تسجيل الدخول' }).first()).toHaveAttribute('href', '/login')
  await signIn()
  await page.goto('/generator')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/website')
  const name = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}').fullName)
  await page.getByRole('banner').getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/generator$/)
})

test('the public page has no accessibility violation in either theme', async ({ page, axe }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/website')
  await page.getByText('كيف تصل الدعوة إلى الضيف؟').click()
  await expect(page.getByText('يحفظها الضيف في هاتفه')).toBeVisible()
  await axe()
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  await page.getByText('كيف تصل الدعوة إلى الضيف؟').click()
  await axe()
})
