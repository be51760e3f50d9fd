/** The reference of `npm run bench -- codes`: answers every request with 404 and a body of as many bytes as its argument says. */
import http from 'node:http'

const body = Buffer.alloc(Number(process.argv[2]), ' ')
const server = http.createServer((_, response) => response.writeHead(404).end(body))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`Hudur is at http://127.0.0.1:${address.port}/\n`)
})
