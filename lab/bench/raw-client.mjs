import { connect } from 'node:net'

/**
 * Asks for one address over some connections, as often as answers come, and counts them by their length: nothing is
 * parsed but the first head, and nothing is decoded.
 */
const { url, seconds, headers, connections } = JSON.parse(process.argv[2] ?? '{}')
const { hostname, port, pathname, search } = new URL(url)
const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
const request = Buffer.from(
  `GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${lines.join('')}\r\n`,
)
const good = Buffer.from('HTTP/1.1 200')

/** @type {number[]} */
const times = []
const until = performance.now() + seconds * 1000
const before = process.cpuUsage()
await Promise.all(Array.from({ length: connections }, visit))
const { user, system } = process.cpuUsage(before)
times.sort((a, b) => a - b)
console.log(
  JSON.stringify({
    answers: times.length,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    cpuSeconds: (user + system) / 1e6,
  }),
)

function visit() {
  return new Promise((done, fail) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let askedAt = 0
    let missing = 0
    /** Every answer has as many bytes as the first one: the same body, and a date of the same length. */
    let length = 0
    const ask = () => {
      askedAt = performance.now()
      missing = length
      socket.write(request)
    }
    socket.once('connect', ask)
    socket.on('error', fail)
    socket.on('close', done)
    socket.on('data', (chunk) => {
      if (missing === length) {
        if (good.compare(chunk, 0, good.length) !== 0) return fail(new Error(`Not a good answer: ${chunk}`))
        length ||= lengthOf(chunk)
        missing = length
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

/** @param {Buffer} chunk the first one of an answer */
function lengthOf(chunk) {
  const head = chunk.indexOf('\r\n\r\n') + 4
  const body = /content-length: (\d+)/i.exec(chunk.toString('latin1', 0, head))?.[1]
  if (!body) throw new Error('The answer does not say how long it is')
  return head + Number(body)
}
