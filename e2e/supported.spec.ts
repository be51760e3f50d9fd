import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { runChecks } from 'es-check'
import web from '../web/package.json' with { type: 'json' }

const SITE_FOLDER = path.resolve(import.meta.dirname, '../web/dist')

/** Features that es-check reports although the site works in browsers without them, each with the reason. */
const IGNORED_FEATURES = {
  Uint8ArrayToBase64: 'a package checks that the method exists before it calls it',
  ArrayPrototypeGroup: 'a component has another function with the name `group`',
}

test('the built site uses no feature that a supported browser lacks', () => {
  const check = { checkBrowser: true, checkFeatures: true, module: true, browserslistQuery: web.browserslist.join(', ') } as const
  const { errors } = runChecks([{ ...check, files: `${SITE_FOLDER}/**/*.js`, ignore: Object.keys(IGNORED_FEATURES).join(',') }], {})
  expect(errors.map(({ file, err }) => `${path.relative(SITE_FOLDER, file)}: ${err.message}`)).toEqual([])
})

for (const page of ['index.html', 'website.html', 'guest.html'])
  test(`the import map of ${page} contains every file that its scripts import`, () => {
    const html = readFileSync(path.join(SITE_FOLDER, page), 'utf8')
    const map = JSON.parse(/<script type="importmap"[^>]*>(.*?)<\/script>/s.exec(html)![1]!).imports as Record<string, string>
    const pendingFiles = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
    const visitedFiles = new Set<string>()
    for (let file = pendingFiles.pop(); file !== undefined; file = pendingFiles.pop()) {
      if (visitedFiles.has(file)) continue
      visitedFiles.add(file)
      const script = readFileSync(path.join(SITE_FOLDER, file), 'utf8')
      const imports = [...script.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`]\.\/([\w-]+\.js)["'`]/g)].map(([, name]) => `/assets/${name}`)
      expect(
        imports.filter(name => !(name in map)),
        file,
      ).toEqual([])
      pendingFiles.push(...imports.map(name => map[name]!))
    }
    expect(visitedFiles.size).toBeGreaterThan(3)
  })

test('the built scripts do not call RegExp with the flag v', () => {
  const scripts = readdirSync(SITE_FOLDER, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  const withFlag = scripts.flatMap(file =>
    [...readFileSync(path.join(SITE_FOLDER, file), 'utf8').matchAll(/\bRegExp\((["'`])(?:\\.|(?!\1)[^\\])*\1,\s*(["'`])\w*v\w*\2\)/g)].map(
      ([pattern]) => `${file}: ${pattern}`,
    ),
  )
  expect(withFlag).toEqual([])
})
