import { Agent, get } from 'node:http'

/** One visitor who asks for a page every few milliseconds, and how long each answer took. */
const { url, path, everyMs, seconds } = JSON.parse(process.argv[2] ?? '{}')
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const endsAt = Date.now() + seconds * 1000
/** @type {number[]} */
const took = []
while (Date.now() < endsAt) {
  took.push(await timeOf())
  await new Promise((done) => setTimeout(done, everyMs))
}
agent.destroy()
console.log(JSON.stringify(took))

/** @returns {Promise<number>} milliseconds */
function timeOf() {
  const startedAt = performance.now()
  return new Promise((done, fail) => {
    get(`${url}${path}`, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      if (answer.statusCode !== 200) fail(new Error(`${path}: ${answer.statusCode}`))
      answer.resume().once('end', () => done(performance.now() - startedAt))
    }).on('error', fail)
  })
}
