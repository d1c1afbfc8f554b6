/** What the mail library throws. */
type SmtpError = { code?: string; responseCode?: number; response?: string; command?: string }

/**
 * Later: this mail was not taken just now. Failed: it never will be, and `isDead` says that the mailbox does not exist.
 * Nowhere: no mail at all would be taken at the moment.
 */
export type SendOutcome = { kind: 'later' | 'failed' | 'nowhere'; error: string; isDead: boolean }

/** Before anybody's address was named: a failed connection or log-in, or our own address that is not taken. */
const aboutAll = /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH|MAIL FROM|API)/
const ofConnection =
  /^(ECONN|ETIMEDOUT|ESOCKET|EDNS|ETLS|EREQUIRETLS|EPROTOCOL|EAUTH|ENOAUTH|EOAUTH2|EPROXY|ECONFIG)/

export function outcomeOf(thrown: unknown): SendOutcome {
  const { code = '', responseCode, response = '', command = '' } = thrown as SmtpError
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response) ?? []
  // Codes alone: the words of a mail server may name the address.
  const error = [responseCode, status].filter(Boolean).join(' ') || code || 'unknown'
  const is = (kind: SendOutcome['kind']) => ({
    kind,
    error,
    isDead: kind === 'failed' && /^5\.1\.[^78]/.test(status ?? ''),
  })
  if (responseCode === 421 || ofConnection.test(code)) return is('nowhere')
  // Nothing was said: an address that cannot be written to, or something that nobody knows.
  if (!responseCode) return is(code === 'EENVELOPE' ? 'failed' : 'later')
  if (responseCode < 500) return is('later')
  return is(aboutAll.test(command) ? 'nowhere' : 'failed')
}
