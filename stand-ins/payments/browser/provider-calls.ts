export type StandInError = {
  type: string
  code?: string
  message?: string
  payment_intent?: BrowserIntent
}
export type BrowserIntent = { id: string; status: string; last_payment_error?: StandInError | null }
type ProviderResult<T> = { body: T; error?: undefined } | { body?: undefined; error: StandInError }

const unreachable: StandInError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}

const intentIdOf = (clientSecret: string) => {
  const id = /^(pi_[A-Za-z0-9]+)_secret_/.exec(clientSecret)?.[1]
  if (!id) throw new Error('The client secret is not one of a payment intent.')
  return id
}

/** The requests of the provider's script, with the publishable key. */
export function providerCalls(publishableKey: string) {
  const headers = { authorization: `Bearer ${publishableKey}` }
  async function send<T>(path: string, init: RequestInit): Promise<ProviderResult<T>> {
    try {
      const response = await fetch(path, { ...init, headers })
      const body = await response.json()
      if (response.ok) return { body }
      return { error: body.error ?? { type: 'api_error', message: body.message } }
    } catch {
      return { error: unreachable }
    }
  }
  const post = <T>(path: string, form: Record<string, string>) =>
    send<T>(path, { method: 'POST', body: new URLSearchParams(form) })

  return {
    createMethod: (form: Record<string, string>) => post<{ id: string }>('/v1/payment_methods', form),
    confirm: (clientSecret: string, method: string) =>
      post<BrowserIntent>(`/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`, {
        client_secret: clientSecret,
        payment_method: method,
      }),
    authenticate: (clientSecret: string, confirmed: boolean) =>
      post<BrowserIntent>(`/v1/payment_intents/${intentIdOf(clientSecret)}/stand_in_authenticate`, {
        client_secret: clientSecret,
        result: confirmed ? 'complete' : 'fail',
      }),
    retrieve: (clientSecret: string) =>
      send<BrowserIntent>(
        `/v1/payment_intents/${intentIdOf(clientSecret)}?client_secret=${encodeURIComponent(clientSecret)}`,
        {},
      ),
  }
}
