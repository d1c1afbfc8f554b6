import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '~/platform/refusal.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import type { App } from '../app.server.ts'

/** What is too large is still read to this length: a connection cut while it sends would hide the answer. */
const mostRead = 32 * 1024 * 1024

/** A form with one file and nothing else becomes `{ [its field]: File }`. */
export function takeOneFile(scope: Pick<App, 'addContentTypeParser'>, maxBytes: number) {
  scope.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: Readable) =>
    readForm(request.headers['content-type']!, body, maxBytes),
  )
}

function readForm(contentType: string, body: Readable, maxBytes: number) {
  return new Promise<Record<string, File>>((done, fail) => {
    const form: Record<string, File> = {}
    let problem: Refusal | undefined
    const parser = parserFor(contentType, maxBytes)
    parser.on('file', (field, stream, fileName) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () => {
        chunks.length = 0
        problem = tooLarge(maxBytes)
      })
      // Without its own listener, a file cut short would end the process.
      stream.on('error', () => fail(broken()))
      stream.on('end', () => {
        form[field] = new File(chunks as BlobPart[], fileName ?? '')
      })
    })
    const tooMuch = () => {
      problem ??= refuseRequest('more_than_one_file')
    }
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.on(limit, tooMuch)
    parser.on('finish', () => (problem ? fail(problem) : done(form)))
    parser.on('error', () => fail(broken()))
    body.on('error', () => fail(broken()))
    body.on('aborted', () => fail(broken()))

    let read = 0
    body.on('data', (chunk: Buffer) => {
      read += chunk.length
      if (read <= mostRead) return
      body.unpipe(parser)
      fail(tooLarge(maxBytes))
    })
    body.pipe(parser)
  })
}

function parserFor(contentType: string, maxBytes: number) {
  const limits = { files: 1, fields: 0, parts: 1, fileSize: maxBytes, headerPairs: 20, fieldNameSize: 100 }
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits })
  } catch {
    throw broken()
  }
}

const tooLarge = (maxBytes: number) =>
  refuseRequest('file_too_large', { values: { mebibytes: maxBytes / 1024 / 1024 } })
const broken = () => refuseRequest('malformed_form')
