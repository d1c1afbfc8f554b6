import { createServer, get } from 'node:http'

/**
 * The fastest that Node can be: sends the bytes and headers of another server's answers, found by address alone.
 * `node lab/bench/bare-server.mjs http://127.0.0.1:3000 / /shop`
 */
const [origin = '', ...paths] = process.argv.slice(2)
/** @type {Map<string, { headers: import('node:http').OutgoingHttpHeaders, body: Buffer }>} */
const answers = new Map()
for (const path of paths) answers.set(path, await copied(path))

const server = createServer((request, response) => {
  const { headers, body } = /** @type {{ headers: {}, body: Buffer }} */ (answers.get(request.url ?? ''))
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`Listening on ${typeof address === 'object' && address?.port}`)
})

/**
 * @param {string} path
 * @returns {Promise<{ headers: import('node:http').OutgoingHttpHeaders, body: Buffer }>}
 */
function copied(path) {
  return new Promise((done, fail) => {
    get(`${origin}${path}`, { headers: { 'accept-encoding': 'br' } }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const { date: _, connection: _1, 'keep-alive': _2, ...headers } = answer.headers
      done({ headers, body })
    }).on('error', fail)
  })
}
