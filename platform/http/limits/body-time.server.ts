import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { seconds } from '~/platform/time.ts'

/** How long a request may take to arrive. Node has one limit for all; a picture over a slow line needs more than a form. */
export const defaultBodyTimes = {
  formMs: seconds(5),
  /** A file may take its time as long as something arrives … */
  fileSilenceMs: seconds(15),
  /** … but not for ever: 5 MiB in this time are 18 KB a second. */
  fileMs: seconds(300),
}
export type BodyTimes = typeof defaultBodyTimes

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint takes files or tables, which may be long under way. */
    takesLong?: boolean
  }
}

export const isBodyOnItsWay = ({ headers, complete }: IncomingMessage) =>
  !complete && (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)

/** Calls `cut` when the body of the request, which is being read from now on, does not arrive in time. */
export function watchBody({ raw, routeOptions }: FastifyRequest, times: BodyTimes, cut: () => void) {
  if (!isBodyOnItsWay(raw)) return
  const { socket } = raw
  const takesLong = routeOptions.config.takesLong === true
  const longest = setTimeout(cut, takesLong ? times.fileMs : times.formMs)
  let arrived = socket.bytesRead
  const silence = takesLong
    ? setInterval(() => {
        if (socket.bytesRead === arrived) cut()
        arrived = socket.bytesRead
      }, times.fileSilenceMs)
    : undefined
  const stop = () => {
    clearTimeout(longest)
    clearInterval(silence)
  }
  raw.once('end', stop)
  raw.once('close', stop)
}

/** What was answered before its body came is read for a while, so that the caller sees the answer, and then cut. */
export function endUnreadBody({ raw }: FastifyRequest, reply: FastifyReply, { formMs }: BodyTimes) {
  if (!isBodyOnItsWay(raw)) return
  reply.raw.once('finish', () => {
    if (!isBodyOnItsWay(raw)) return
    raw.resume()
    setTimeout(() => raw.complete || raw.destroy(), formMs).unref()
  })
}
