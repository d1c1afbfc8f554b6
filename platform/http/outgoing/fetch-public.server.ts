import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { Refusal } from '~/platform/refusal.ts'

const mostRedirects = 3
const longestMs = 10_000

/** Where requests may go. Everything else than the public web is for tests, which have no public web. */
export type Reach = { address(ip: string): boolean; port(port: number): boolean }
const publicWeb: Reach = { address: isPublicAddress, port: (port) => port === 80 || port === 443 }

/**
 * Fetches what a person named by its address, and never anything inside our own network: the name is resolved here,
 * every address it has must be public, and the connection goes to exactly the address that was looked at.
 */
export async function fetchPublic(address: string, maxBytes: number, reach = publicWeb): Promise<Buffer> {
  const signal = AbortSignal.timeout(longestMs)
  try {
    let url = webAddress(address)
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const answer = await request(url, reach, signal)
      const next = redirectOf(answer, url)
      if (!next) return await bytesOf(answer, maxBytes)
      answer.destroy()
      url = next
    }
    throw new CannotFetch('It redirects too often.')
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new CannotFetch(
      signal.aborted ? 'It takes too long to answer.' : 'It does not answer.',
      cannotFetchNow,
    )
  }
}

const mostAnswerMs = 10_000

/**
 * Posts to an address that a person named, with the same guards. Only the status is looked at: nothing that is answered is
 * read, and nothing is followed elsewhere.
 */
export async function postPublic(
  address: string,
  sent: { headers: Record<string, string>; body: string },
  reach = publicWeb,
): Promise<number> {
  const signal = AbortSignal.timeout(mostAnswerMs)
  try {
    const answer = await request(webAddress(address), reach, signal, { method: 'POST', ...sent })
    answer.destroy()
    return answer.statusCode ?? 0
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new CannotFetch(
      signal.aborted ? 'It takes too long to answer.' : 'It does not answer.',
      cannotFetchNow,
    )
  }
}

/** The reason where the same address may be fetched at another time. */
export const cannotFetchNow = 'cannot_fetch_now'

/** Refuses an address that would be refused without asking anybody: it is no plain web address, or one inside. */
export function requireFetchable(address: string, reach = publicWeb) {
  const url = webAddress(address)
  requirePort(url, reach)
  const host = hostOf(url)
  if (isIP(host) && !reach.address(host)) throw leadsInside()
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const leadsInside = () => new CannotFetch('It leads into a private network.')

function requirePort({ port, protocol }: URL, reach: Reach) {
  if (!reach.port(Number(port) || (protocol === 'https:' ? 443 : 80)))
    throw new CannotFetch('Only the usual ports of the web are allowed.')
}

type Sent = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }
const forPicture: Sent = { method: 'GET', headers: { accept: 'image/*' } }

async function request(
  url: URL,
  reach: Reach,
  signal: AbortSignal,
  { method, headers, body }: Sent = forPicture,
) {
  requirePort(url, reach)
  const pinned = await addressOf(hostOf(url), reach, signal)
  const client = url.protocol === 'https:' ? https : http
  return new Promise<IncomingMessage>((done, fail) => {
    const all = { ...headers, 'accept-encoding': 'identity', 'user-agent': 'CarParts/1.0' }
    const options = { method, headers: all, signal, agent: false, lookup: always(pinned) }
    client.request(url, options, done).on('error', fail).end(body)
  })
}

async function addressOf(host: string, reach: Reach, signal: AbortSignal) {
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await Promise.race([lookup(host, { all: true }), aborted(signal)])
  // One private address among public ones is a trap, not a mistake.
  if (found.length === 0 || !found.every(({ address }) => reach.address(address))) throw leadsInside()
  return found[0]!
}

type Found = { address: string; family: number }
type Answer = (error: null, address: string | Found[], family?: number) => void

/** The name is not asked for a second time: it could answer differently. */
const always =
  ({ address, family }: Found) =>
  (_host: string, options: { all?: boolean | undefined }, answer: Answer) =>
    options.all ? answer(null, [{ address, family }]) : answer(null, address, family)

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_done, fail) =>
    signal.addEventListener('abort', () => fail(signal.reason), { once: true }),
  )

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL) {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined
  return webAddress(headers.location, from)
}

function webAddress(address: string, from?: URL) {
  const url = URL.canParse(address, from) ? new URL(address, from) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new CannotFetch('It is not a plain web address.')
  return url
}

async function bytesOf(answer: IncomingMessage, maxBytes: number) {
  if (answer.statusCode !== 200) {
    answer.destroy()
    throw new CannotFetch(`It answers with status ${answer.statusCode}.`, cannotFetchNow)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.length
    // Leaving the loop ends the connection too.
    if (size > maxBytes) throw new CannotFetch(`It is larger than ${maxBytes / 1024 / 1024} MiB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

class CannotFetch extends Refusal {
  constructor(why: string, reason = 'cannot_fetch') {
    super(422, reason, `The address cannot be used. ${why}`, { url: why })
  }
}

/** Networks that no stranger's address may lead us into: our own machine, our own house, and what is nobody's. */
const notPublic4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])
/** Of IPv6 only what is given out to the world is public, less the parts that carry IPv4 or are for examples. */
const worldWide6 = blockList('ipv6', [['2000::', 3]])
const notPublic6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

export function isPublicAddress(address: string) {
  if (isIPv4(address)) return !notPublic4.check(address, 'ipv4')
  if (isIPv6(address)) return worldWide6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
  return false
}

function blockList(family: 'ipv4' | 'ipv6', networks: [network: string, bits: number][]) {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}
