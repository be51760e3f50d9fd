const NAMES = 'text|texts|siteText|formText'

/** `words.title` of a file that says `const words = text.scanner` is `text.scanner.title`. */
const spellOut = (source: string) =>
  [...source.matchAll(new RegExp(`const (\\w+) = ((?:${NAMES})(?:\\.\\w+)*)\\n`, 'g'))].reduce(
    (spelled, [line, name, path]) => spelled.replace(line, '\n').replace(new RegExp(`(?<![\\w.])${name}(?=[.[])`, 'g'), path ?? ''),
    source,
  )

/** What a source that imports the words called `name` uses of them, by their whole names: a word, or a group that is handed on or looked into. */
export const wordsOf = (name: string, source: string) =>
  new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']+'`).test(source)
    ? [...spellOut(source).matchAll(new RegExp(`(?<![\\w.])(${name}(?:\\.\\w+)+)`, 'g'))].map(([path]) => path)
    : []
