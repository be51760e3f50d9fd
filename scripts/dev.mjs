/**
 * Runs the API server, which restarts when its files change, and the development server of the site, which reloads the page (`npm run
 * dev`). When one of them ends, stops the other.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { environment, installPackages, nodePath, projectRoot } from './install.mjs'

installPackages()
const viteScript = path.join(projectRoot, 'node_modules/vite/bin/vite.js')
const processes = [
  spawn(nodePath, ['--watch', 'api/src/server.ts'], { cwd: projectRoot, stdio: 'inherit', env: { LOG_LEVEL: 'warn', ...environment } }),
  spawn(nodePath, [viteScript], { cwd: path.join(projectRoot, 'web'), stdio: 'inherit', env: environment }),
]
const stopProcesses = () => {
  for (const part of processes) part.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopProcesses)
for (const part of processes) part.on('exit', stopProcesses)
