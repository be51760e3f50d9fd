import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { minifySync, type Plugin } from 'vite'

const PUBLIC_FOLDER = path.join(import.meta.dirname, '../public')

/** Minifies the scripts in `public/`, because Vite copies them unchanged. */
export const minifyPublicScripts = (): Plugin => {
  let outDir = ''
  return {
    name: 'minify-public',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      handler() {
        for (const name of readdirSync(PUBLIC_FOLDER).filter(file => file.endsWith('.js'))) {
          const { code, errors } = minifySync(name, readFileSync(path.join(PUBLIC_FOLDER, name), 'utf8'))
          if (errors.length > 0) throw new Error(`«${name}» could not be minified: ${errors[0]!.message}`)
          writeFileSync(path.join(outDir, name), code)
        }
      },
    },
  }
}
