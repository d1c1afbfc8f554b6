import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile, send } from './send.mjs'
import { aFolder, startShop } from './shop.mjs'

const sockets = 1000
const longestMs = 90_000

export const connections = {
  name: 'connections',
  what: `${sockets} connections that are idle, send half a header, or send a body byte by byte, while others are served`,
  async run() {
    const shop = await startShop({ DATA_DIR: aFolder() })
    const port = Number(new URL(shop.url).port)
    const before = await views(shop.url)
    const memoryBefore = residentMegabytes(shop.pid)
    let open = 0
    const startedAt = Date.now()
    const all = Array.from({ length: sockets }, (_, n) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => {
        open += 1
        if (n % 3 === 1) socket.write('GET / HTTP/1.1\r\nhost: sh')
        if (n % 3 === 2)
          socket.write(
            'POST /api/contact HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{',
          )
      })
      const drip = n % 3 === 2 && setInterval(() => socket.write(' '), 1000)
      socket.on('error', () => {})
      // Read, or the end of the connection would never be seen.
      socket.resume()
      return new Promise((done) =>
        socket.on('close', () => {
          if (drip) clearInterval(drip)
          open -= 1
          done(undefined)
        }),
      )
    })
    while (open < sockets && Date.now() - startedAt < 20_000) await sleep(20)
    const most = open
    const during = await views(shop.url)
    const memory = residentMegabytes(shop.pid) - memoryBefore
    await Promise.race([Promise.all(all), sleep(longestMs)])
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const left = open
    const after = await send(shop.url, '/shop')
    await shop.stop()
    return {
      figure:
        `${most} open at once, all others served: p99 ${before.p99.toFixed(0)} ms before, ${during.p99.toFixed(0)} ms ` +
        `meanwhile, ${during.failed} failed; ${memory.toFixed(0)} MB more memory; ${left} still open after ${seconds} s`,
      passed: most === sockets && during.failed === 0 && left === 0 && memory < 100 && after.status === 200,
    }
  },
}

/** @param {string} url */
async function views(url) {
  /** @type {number[]} */
  const times = []
  let failed = 0
  for (let n = 0; n < 300; n += 1) {
    const { status, ms } = await send(url, n % 2 ? '/shop' : '/api/services', { timeoutMs: 10_000 })
    if (status !== 200) failed += 1
    times.push(ms)
  }
  return { p99: percentile(times, 0.99), failed }
}

/** Only Linux tells. @param {number} pid */
export function residentMegabytes(pid) {
  if (process.platform !== 'linux') return 0
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
