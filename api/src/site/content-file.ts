import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SiteContent } from '@hudur/core/site/content'
import { SAMPLE_SITE_CONTENT } from '@hudur/core/site/sample-content'

const FILE_NAME = 'site.json'

/** The content of the public page: `read` returns the last valid version. */
export type ContentReader = { read: () => Promise<SiteContent> }

/** Parses the content. Throws an `Error` with one sentence that contains the place and the fault. */
function parseContent(text: string): SiteContent {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Error(`${FILE_NAME} in DATA_DIR is not JSON: ${(cause as Error).message}.`)
  }
  const read = SiteContent.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(`${FILE_NAME} in DATA_DIR is wrong at «${issue?.path.join('.') || 'the whole'}»: ${issue?.message}.`)
}

/**
 * Opens `site.json` in the data folder, at first the sample. `read` follows its changes; it reports an invalid version once and returns the
 * last valid one. Throws an `Error` when the first version is not valid.
 */
export async function contentFile(dataDir: string, report: (problem: Error) => void): Promise<ContentReader> {
  const file = path.join(dataDir, FILE_NAME)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const sample = `${JSON.stringify(SAMPLE_SITE_CONTENT, null, 2)}\n`
  await writeFile(file, sample, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const readFileVersion = async () => {
    const { mtimeMs, size } = await stat(file)
    return `${mtimeMs} ${size}`
  }
  let version = await readFileVersion()
  let content = parseContent(await readFile(file, 'utf8'))
  let reported = ''
  return {
    async read() {
      try {
        const latest = await readFileVersion()
        if (latest !== version) {
          version = latest
          content = parseContent(await readFile(file, 'utf8'))
          reported = ''
        }
      } catch (problem) {
        const { message } = problem as Error
        if (message !== reported) report(problem as Error)
        reported = message
      }
      return content
    },
  }
}
