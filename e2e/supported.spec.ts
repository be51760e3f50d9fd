import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { runChecks } from 'es-check'
import web from '../web/package.json' with { type: 'json' }

const DIST = path.resolve(import.meta.dirname, '../web/dist')

/** Features that the check reports although the site works without them, each with the reason. */
const REPORTED_WITHOUT_EFFECT = {
  Uint8ArrayToBase64: 'a package asks whether it is there before it calls it',
  ArrayPrototypeGroup: 'a component has a function of its own called `group`',
}

test('the built site uses no feature of the language that a supported browser lacks', () => {
  const check = { checkBrowser: true, checkFeatures: true, module: true, browserslistQuery: web.browserslist.join(', ') } as const
  const { errors } = runChecks([{ ...check, files: `${DIST}/**/*.js`, ignore: Object.keys(REPORTED_WITHOUT_EFFECT).join(',') }], {})
  expect(errors.map(({ file, err }) => `${path.relative(DIST, file)}: ${err.message}`)).toEqual([])
})

for (const page of ['index.html', 'website.html', 'guest.html'])
  test(`the import map of ${page} contains every file that its scripts import`, () => {
    const html = readFileSync(path.join(DIST, page), 'utf8')
    const map = JSON.parse(/<script type="importmap"[^>]*>(.*?)<\/script>/s.exec(html)![1]!).imports as Record<string, string>
    const next = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
    const seen = new Set<string>()
    for (let file = next.pop(); file !== undefined; file = next.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      const script = readFileSync(path.join(DIST, file), 'utf8')
      const imports = [...script.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`]\.\/([\w-]+\.js)["'`]/g)].map(([, name]) => `/assets/${name}`)
      expect(
        imports.filter(name => !(name in map)),
        file,
      ).toEqual([])
      next.push(...imports.map(name => map[name]!))
    }
    expect(seen.size).toBeGreaterThan(3)
  })

test('the built site has no regular expression with the flag v, which the check of features does not find in calls of RegExp', () => {
  const scripts = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  const withFlag = scripts.flatMap(file =>
    [...readFileSync(path.join(DIST, file), 'utf8').matchAll(/\bRegExp\((["'`])(?:\\.|(?!\1)[^\\])*\1,\s*(["'`])\w*v\w*\2\)/g)].map(
      ([pattern]) => `${file}: ${pattern}`,
    ),
  )
  expect(withFlag).toEqual([])
})
