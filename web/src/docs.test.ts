import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { RELEASE_VERSION } from '@hudur/core/release'
import { describe, expect, test } from 'vitest'

const repositoryRoot = path.resolve(import.meta.dirname, '../..')
const readRepositoryFile = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8')
const repositoryFiles = globSync('{api,bench,core,deploy,docs,drills,e2e,findings,scripts,web}/**/*.*', {
  cwd: repositoryRoot,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).map(file => `/${file}`)

/**
 * Returns whether a cited path exists. A path is cited from the root of the repository, from the `src` of a workspace, or by its last
 * segments. `<noun>` and `NNN-what` match any name.
 */
function citedFileExists(cited: string) {
  const pattern = `/**/${cited.replace(/<\w+>|N+-what/g, '*')}`
  return repositoryFiles.some(file => path.matchesGlob(file, pattern) || path.matchesGlob(file.replace('/src/', '/'), pattern))
}

const DOCS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/decisions/README.md',
  ...globSync('docs/*.md', { cwd: repositoryRoot }),
]

test.each(DOCS)('every source file and Markdown file that %s cites exists', doc => {
  const cited = [...readRepositoryFile(doc).matchAll(/`([\w.*/<>-]+\.(?:tsx?|mjs|cjs|css|md))`/g)].map(([, file]) => file!)
  expect(cited.filter(file => !citedFileExists(file) && !globSync(file, { cwd: repositoryRoot }).length)).toEqual([])
})

test('README.md names buttons, fields and screens as the product names them', () => {
  const texts = globSync('web/src/text/**/*.ts', { cwd: repositoryRoot }).map(readRepositoryFile).join('')
  const [, guide] = /الدقائق العشر الأولى\n(.*?)<\/div>/s.exec(readRepositoryFile('README.md'))!
  const named = [...guide!.matchAll(/«([^»]+?)(?: …)?»/g)].map(([, name]) => name!.replace(/\s+/g, ' '))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(name => !texts.includes(`'${name}'`) && !texts.includes(`\`${name} $`))).toEqual([])
})

/** Returns the anchors of a document's headings, made as GitHub makes them. */
const anchorsOf = (doc: string) =>
  [...readRepositoryFile(doc).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(DOCS)('every relative link of %s leads to a file and a heading', doc => {
  const links = [...readRepositoryFile(doc).matchAll(/\]\((?!\w+:)([^)\s]*)\)/g)].map(([, link]) => link!)
  const broken = links.filter(link => {
    const [file, anchor] = link.split('#')
    const target = file ? path.join(path.dirname(doc), file) : doc
    return !existsSync(path.join(repositoryRoot, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  expect(broken).toEqual([])
})

test('docs/decisions/README.md lists every decision with its title and date', () => {
  const records = globSync('docs/decisions/[0-9]*.md', { cwd: repositoryRoot }).map(file => {
    const [, title, date] = /^# (.+)\n\n(\d{4}-\d\d-\d\d)/.exec(readRepositoryFile(file))!
    return `[${title}](${path.basename(file)}) (${date})`
  })
  const listed = [...readRepositoryFile('docs/decisions/README.md').matchAll(/^- (\[.+\]\(\S+\) \([\d-]+\)): \S/gm)].map(([, line]) => line)
  expect(listed).toEqual(records.sort((one, other) => (one < other ? -1 : 1)))
})

test('bench/run.ts knows every benchmark that a document names', () => {
  const documents = [...DOCS, ...globSync('docs/decisions/*.md', { cwd: repositoryRoot })].map(readRepositoryFile).join('\n')
  const cited = [...documents.matchAll(/npm run bench -- ([a-z -]+)/g)].flatMap(([, names]) => names!.split(' '))
  const run = readRepositoryFile('bench/run.ts')
  expect(cited.length).toBeGreaterThan(5)
  expect(cited.filter(name => !new RegExp(`^ {2}'?${name}'?: \\(\\) =>`, 'm').test(run))).toEqual([])
})

test('drills/run.ts knows every drill that docs/threats.md names', () => {
  const cited = [...readRepositoryFile('docs/threats.md').matchAll(/drills? ((?:`\w+`(?:, )?)+)/g)].flatMap(
    ([, names]) => names!.match(/\w+/g)!,
  )
  const run = readRepositoryFile('drills/run.ts')
  expect(cited.length).toBeGreaterThan(5)
  expect(cited.filter(name => !new RegExp(`^ {2}${name}: \\w+Drill,$`, 'm').test(run))).toEqual([])
})

test('docs/operations.md lists a storage time for every table', () => {
  const tables = [...readRepositoryFile('api/src/database/schema.ts').matchAll(/^ {2}(\w+): (?:\w+ & )?\{/gm)].map(([, table]) => table!)
  const rows = /## What is stored, and for how long\n(.*?)\n## /s
    .exec(readRepositoryFile('docs/operations.md'))![1]!
    .matchAll(/^- ((?:`\w+`(?:, )?)+):/gm)
  const listed = [...rows].flatMap(([, cell]) => cell!.match(/\w+/g)!)
  expect(tables.length).toBeGreaterThan(15)
  expect(listed.sort()).toEqual(tables.sort())
})

test('RELEASE_VERSION equals the version of packages and changelog', () => {
  const packages = ['package.json', ...globSync('{core,api,web,e2e}/package.json', { cwd: repositoryRoot })]
  expect(packages.map(file => [file, JSON.parse(readRepositoryFile(file)).version])).toEqual(packages.map(file => [file, RELEASE_VERSION]))
  expect(/^## \[(\d[^\]]*)\]/m.exec(readRepositoryFile('CHANGELOG.md'))?.[1]).toBe(RELEASE_VERSION)
})

describe('npm commands start before packages are installed', () => {
  /** The commands that call a program of a package or the server directly, so they need installed packages. */
  const NEED_PACKAGES = /^(?:types|lint|format|boundaries|unused|unit|admin|backup|restore)$/
  const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { scripts: Record<string, string> }
  const entries = Object.entries(scripts)
    .filter(([name]) => !NEED_PACKAGES.test(name))
    .map(([name, command]) => ({ name, file: /^node (scripts\/[\w/-]+\.mjs)/.exec(command)?.[1] }))

  const STATIC_IMPORT = /^(?:import|export)\b(?:[^'";]*?\bfrom)?\s*'([^']+)'/gm

  /** Returns the modules that a script imports statically, directly or through other scripts. */
  function staticImportsOf(file: string, found = new Set<string>()): Set<string> {
    for (const [, imported = ''] of readRepositoryFile(file).matchAll(STATIC_IMPORT)) {
      const module = imported.startsWith('.') ? path.join(path.dirname(file), imported) : imported
      if (found.has(module)) continue
      found.add(module)
      if (module.endsWith('.mjs')) staticImportsOf(module, found)
    }
    return found
  }

  test.each(entries)('«npm run $name» begins with a script that imports no package', ({ file }) => {
    expect(file).toBeDefined()
    expect([...staticImportsOf(file!)].filter(module => !/^node:|\.(?:mjs|json)$/.test(module))).toEqual([])
  })

  test('staticImportsOf finds every form of a static import', () => {
    const source =
      "import 'a'\nimport b from 'b'\nimport {\n  c,\n} from 'c'\nexport * from 'd'\nexport {\n  e\n} from 'e'\nexport const f = 'f'\n"
    expect([...source.matchAll(STATIC_IMPORT)].map(([, module]) => module)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect([...staticImportsOf('scripts/chromium.mjs')]).toContain('@playwright/test')
  })
})
