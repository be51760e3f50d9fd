#!/usr/bin/env bash
# node-postgres 8.23.1 ignores the time limit of a connection in the address of a database, and takes the time limits of statements from it.
# Input: an address with «connect_timeout=1» (the parameter of PostgreSQL's own addresses, in seconds) or «connectionTimeoutMillis=500» (the
#   option of node-postgres), beside «query_timeout=500». The server accepts connections and never answers, as a frozen one does.
# Expected: all parameters count, or an unknown one is refused.
# Seen: «query_timeout» is read from the address; both time limits of the connection are dropped, and connect() waits without an end. The
#   same limit as an option works.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --no-audit --no-fund --loglevel=error pg@8.23.1
cat > finding.mjs <<'JS'
import net from 'node:net'
import pg from 'pg'

const frozen = net.createServer(() => {})
await new Promise(resolve => frozen.listen(0, '127.0.0.1', resolve))
const address = `postgres://guest@127.0.0.1:${frozen.address().port}/hall`

async function connect(name, options) {
  const client = new pg.Client(options)
  const connecting = client.connect().then(() => 'connected', error => error.message)
  const waiting = new Promise(resolve => setTimeout(resolve, 5_000, 'still waiting after 5 s'))
  console.log(`${name}: ${await Promise.race([connecting, waiting])}; query_timeout ${client.connectionParameters.query_timeout}`)
}
await connect('option', { connectionString: `${address}?query_timeout=500`, connectionTimeoutMillis: 500 })
await connect('connectionTimeoutMillis in the address', { connectionString: `${address}?query_timeout=500&connectionTimeoutMillis=500` })
await connect('connect_timeout in the address', { connectionString: `${address}?query_timeout=500&connect_timeout=1` })
process.exit()
JS
node finding.mjs | tee seen
diff seen - <<'SEEN'
option: timeout expired; query_timeout 500
connectionTimeoutMillis in the address: still waiting after 5 s; query_timeout 500
connect_timeout in the address: still waiting after 5 s; query_timeout 500
SEEN
