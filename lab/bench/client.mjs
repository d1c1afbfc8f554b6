import { connect } from 'node:net'

/**
 * Sends the same requests over some connections, each as soon as the last answer is there, and counts answers by their
 * length: nothing is parsed but that, and nothing is decoded, so that one core can ask more than a server answers.
 */
const { url, seconds, connections, requests } = JSON.parse(process.argv[2] ?? '{}')
const { hostname, port } = new URL(url)
const sent = requests.map(bytesOf)
const good = Buffer.from('HTTP/1.1 200')

/** @type {number[]} */
const times = []
const until = performance.now() + seconds * 1000
const before = process.cpuUsage()
await Promise.all(Array.from({ length: connections }, (_, n) => visit(n)))
const { user, system } = process.cpuUsage(before)
times.sort((a, b) => a - b)
console.log(
  JSON.stringify({
    answers: times.length,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    cpuSeconds: (user + system) / 1e6,
  }),
)

/** @param {number} next the request that this connection begins with */
function visit(next) {
  return new Promise((done, fail) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let askedAt = 0
    let missing = 0
    const ask = () => {
      askedAt = performance.now()
      socket.write(sent[next++ % sent.length])
    }
    socket.once('connect', ask)
    socket.on('error', fail)
    socket.on('close', done)
    socket.on('data', (chunk) => {
      if (missing === 0) {
        if (good.compare(chunk, 0, good.length) !== 0) return fail(new Error(`Not a good answer: ${chunk}`))
        missing = lengthOf(chunk)
      }
      missing -= chunk.length
      if (missing > 0) return
      const now = performance.now()
      times.push(now - askedAt)
      if (now < until) ask()
      else socket.end()
    })
  })
}

/** @param {{ method?: string, path: string, headers?: Record<string, string>, body?: unknown }} request */
function bytesOf({ method = 'GET', path, headers = {}, body }) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: `${hostname}:${port}`,
    'accept-encoding': 'br',
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

/** @param {Buffer} chunk the first one of an answer */
function lengthOf(chunk) {
  const head = chunk.indexOf('\r\n\r\n') + 4
  const at = chunk.indexOf('content-length: ') + 'content-length: '.length
  const length = Number.parseInt(chunk.toString('latin1', at, at + 12), 10)
  if (head < at || Number.isNaN(length)) throw new Error('The answer does not say how long it is')
  return head + length
}
