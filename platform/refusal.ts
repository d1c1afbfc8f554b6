/** An expected "no": undoes the transaction it is thrown in and is answered once, by the server's error handler. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    readonly fields?: Record<string, string>,
    /** What the caller needs to ask better, as more fields of the body. */
    readonly details?: Record<string, unknown>,
  ) {
    super(message)
  }
}

/** The body of every refusal. */
export type ProblemBody = { message: string; reason: string; fields?: Record<string, string> }

/** Status and words of each refusal. Its name is its reason, unless several have the same one: then it is named. */
export type RefusalList = Readonly<Record<string, readonly [status: number, words: string, reason?: string]>>

type RefusalOptions = {
  /** The field at fault: the words stand beside it, too. */
  field?: string
  /** The same with other words beside the fields. */
  fields?: Record<string, string>
  details?: Record<string, unknown>
  /** What stands in the words for {name}. */
  values?: Record<string, string | number>
}

/** Makes the refusals of a list, by their names. */
export const refusalsOf =
  <List extends RefusalList>(list: List) =>
  (name: keyof List & string, { field, fields, details, values = {} }: RefusalOptions = {}) => {
    const [status, words, reason = name] = list[name]!
    const message = words.replace(/\{(\w+)\}/g, (_, value) => String(values[value]))
    return new Refusal(status, reason, message, field ? { [field]: message } : fields, details)
  }

/** Refusals that are about a request, whatever it is for. */
export const refuseRequest = refusalsOf({
  bad_request: [400, 'The address is not well-formed.'],
  malformed_json: [400, 'The body is not valid JSON.'],
  malformed_form: [400, 'The form is not well-formed.'],
  broken_off: [400, 'The body broke off.'],
  unauthenticated: [401, 'Please log in.'],
  wrong_token: [401, 'The token is missing or wrong.'],
  forbidden: [403, 'You are not authorized to do this.'],
  not_for_programs: [403, 'This needs a person who is logged in; no program may do it.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address does not take that method.'],
  too_large: [413, 'The body is too large.'],
  file_too_large: [413, 'The file is larger than {mebibytes} MiB.', 'too_large'],
  address_too_long: [414, 'The address is too long.'],
  unsupported_type: [415, 'Send the body as JSON.'],
  more_than_one_file: [422, 'Send one file and nothing else.', 'invalid'],
  unstorable_text: [422, 'Holds characters that cannot be kept', 'invalid'],
  bad_key: [422, 'An Idempotency-Key has 1 to 255 printable characters.'],
  page_too_far: [
    422,
    'Pages end after {rows} rows. Go on with ?from= and what the answer has in x-next-from.',
  ],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  busy: [503, 'The shop is very busy. Please try again.'],
  too_many_listeners: [503, 'Too many pages are listening.', 'busy'],
  unavailable: [503, 'The shop cannot reach its books at the moment. Please try again.'],
  not_ready: [503, 'The database does not answer, or takes no changes.'],
})
