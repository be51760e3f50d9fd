const NAMES = 'text|texts|siteText|formText'

/** Replaces aliases by their full paths: after `const words = text.scanner`, `words.title` becomes `text.scanner.title`. */
const spellOut = (source: string) =>
  [...source.matchAll(new RegExp(`const (\\w+) = ((?:${NAMES})(?:\\.\\w+)*)\\n`, 'g'))].reduce(
    (spelled, [line, name, path]) => spelled.replace(line, '\n').replace(new RegExp(`(?<![\\w.])${name}(?=[.[])`, 'g'), path ?? ''),
    source,
  )

/** Returns the full paths that a source uses of the text object `name`, if it imports it: single texts, and groups that it passes on. */
export const wordsOf = (name: string, source: string) =>
  new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']+'`).test(source)
    ? [...spellOut(source).matchAll(new RegExp(`(?<![\\w.])(${name}(?:\\.\\w+)+)`, 'g'))].map(([path]) => path)
    : []
