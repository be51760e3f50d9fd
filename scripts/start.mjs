/** `npm start`: from a fresh clone to a running product. `--demo` first fills a data folder with believable events. */
import { spawn, spawnSync } from 'node:child_process'
import { build } from './build.mjs'
import { environment, install, node, root } from './install.mjs'

install()
build()

const env = { ...environment }
if (process.argv.includes('--demo')) {
  Object.assign(env, { DATA_DIR: process.env.DATA_DIR ?? './data-demo', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
  const { status } = spawnSync(node, ['api/src/demo.ts'], { cwd: root, stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}

const server = spawn(node, ['api/src/server.ts'], { cwd: root, stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
// npm hands a signal to the shell between us, which dies of it and tells nobody: whoever is left without npm ends too.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || server.kill('SIGTERM'), 500).unref()
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
