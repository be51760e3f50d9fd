/**
 * Runs the API server, which restarts when its files change, and the development server of the site, which reloads the page (`npm run
 * dev`). When one of them ends, stops the other.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { environment, install, node, root } from './install.mjs'

install()
const vite = path.join(root, 'node_modules/vite/bin/vite.js')
const processes = [
  spawn(node, ['--watch', 'api/src/server.ts'], { cwd: root, stdio: 'inherit', env: { LOG_LEVEL: 'warn', ...environment } }),
  spawn(node, [vite], { cwd: path.join(root, 'web'), stdio: 'inherit', env: environment }),
]
const stop = () => {
  for (const part of processes) part.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const part of processes) part.on('exit', stop)
