const TEXT_OBJECT_NAMES = 'text|texts|websiteText|formText'

/**
 * Replaces aliases in a source by the full names of texts: after `const words = text.scanner`, `words.title` becomes `text.scanner.title`.
 */
const expandTextAliases = (source: string) =>
  [...source.matchAll(new RegExp(`const (\\w+) = ((?:${TEXT_OBJECT_NAMES})(?:\\.\\w+)*)\\n`, 'g'))].reduce(
    (spelled, [line, name, path]) =>
      spelled.replace(line, '\n').replace(new RegExp(`(?<!\\w|[\\w)\\]]\\.)${name}(?=[.[])`, 'g'), path ?? ''),
    source,
  )

/**
 * Returns the full names of the texts and groups of texts that a source uses of the text object `name`. Returns none if the source does not
 * import the object.
 */
export const findUsedTextNames = (name: string, source: string) =>
  new RegExp(`import (?:\\* as ${name}|\\{[^}]*\\b${name}\\b[^}]*\\}) from '[^']+'`).test(source)
    ? [...expandTextAliases(source).matchAll(new RegExp(`(?<!\\w|[\\w)\\]]\\.)(${name}(?:\\.\\w+)+)`, 'g'))].map(([path]) => path)
    : []
