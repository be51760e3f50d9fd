import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const sourceFolder = path.resolve(import.meta.dirname, '..')
const foldComponentName = (name: string) => name.replaceAll('-', '').toLowerCase()

test('components.css imports the style of every used HeroUI component', () => {
  const css = readFileSync(path.join(import.meta.dirname, 'components.css'), 'utf8')
  const imported = new Set([...css.matchAll(/components\/([\w-]+)\.css/g)].map(([, name]) => foldComponentName(name!)))
  const used = globSync('**/*.tsx', { cwd: sourceFolder }).flatMap(file =>
    [...readFileSync(path.join(sourceFolder, file), 'utf8').matchAll(/import \{([^}]*)\} from '@heroui\/react'/g)].flatMap(([, names]) =>
      names!.split(',').map(name => name.trim().replace(/^type | as \w+$/g, '')),
    ),
  )
  const components = [...new Set(used)].filter(name => /^[A-Z]/.test(name))
  expect(components.length).toBeGreaterThan(20)
  expect(components.filter(name => !imported.has(foldComponentName(name)))).toEqual([])
})
