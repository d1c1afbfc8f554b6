import type { Form } from './form.ts'

export type Call = {
  method: string
  path: string
  query: Form
  form: Form
  /** The raw body, to check that a repeated key comes with the same parameters. */
  text: string
  authorization: string
  idempotencyKey?: string | undefined
}

export type Reply = { status: number; body: unknown; replayed?: boolean }

/** An error in the provider's format: nothing is stored, not even under the idempotency key. */
export class ProviderRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; message: string; code?: string; param?: string } & Record<
      string,
      unknown
    >,
  ) {
    super(error.message)
  }
}

export const badRequest = (message: string, more: Record<string, unknown> = {}) =>
  new ProviderRefusal(400, { type: 'invalid_request_error', message, ...more })

export const notFound = (what: string, id: string | undefined) =>
  new ProviderRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: what === 'payment_intent' ? 'intent' : 'id',
  })
