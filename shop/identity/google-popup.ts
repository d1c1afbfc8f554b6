import { CallProblem, call } from '~/platform/call.ts'
import { identityUrls } from './identity-urls.ts'
import { hasStorage } from './token.ts'

const width = 500
const height = 600
const closedPollMs = 2000
const lastWordMs = 500

type Told = { from?: string; error?: string; second_factor?: string }
/** How a popup that came to its end ended. */
export type PopupOutcome = 'signed-in' | 'second-factor'

let cancelFormer: (() => void) | undefined

/** Must be called within the click itself: a browser blocks windows that open later. */
export async function signInByPopup(): Promise<PopupOutcome> {
  cancelFormer?.()
  if (!hasStorage()) throw problem('web-storage-unsupported')
  const popup = window.open('about:blank', `google-${Date.now()}`, features())
  if (!popup) throw problem('popup-blocked')
  try {
    const { url } = await call<{ url: string }>('POST', identityUrls.provider.google(), {
      body: { provider: 'google' },
    })
    popup.location.href = url
    const told = await answerOf(popup)
    if (told.error) throw problem(told.error)
    return told.second_factor ? 'second-factor' : 'signed-in'
  } finally {
    popup.close()
  }
}

function answerOf(popup: Window) {
  return new Promise<Told>((tell, fail) => {
    const channel = new BroadcastChannel('google-popup')
    const hear = ({ data, origin }: MessageEvent<Told>) => {
      if (origin === location.origin && data?.from === 'google-popup') end(() => tell(data))
    }
    const poll = setInterval(() => {
      if (!popup.closed) return
      clearInterval(poll)
      // A provider may cut the window off from us, so that it only looks closed: its last word still counts.
      setTimeout(() => end(() => fail(problem('popup-closed-by-user'))), lastWordMs)
    }, closedPollMs)
    const end = (act: () => void) => {
      clearInterval(poll)
      channel.close()
      removeEventListener('message', hear)
      cancelFormer = undefined
      act()
    }
    channel.onmessage = hear
    addEventListener('message', hear)
    cancelFormer = () => end(() => fail(problem('cancelled-popup-request')))
  })
}

const features = () => {
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

const words: Record<string, string> = {
  'popup-blocked': 'Your browser blocked the Google window. Allow popups for this site and try again.',
  'popup-closed-by-user': 'The Google window was closed before you were logged in.',
  'cancelled-popup-request': 'A second Google window was opened. Please continue there.',
  'web-storage-unsupported': 'Your browser keeps no data for this site. Allow cookies and try again.',
  'unauthorized-domain': 'Google does not know this address of the shop.',
  'invalid-api-key': 'Login with Google is not set up correctly. Please use email and password.',
  access_denied: 'You cancelled the login with Google.',
  email_not_verified: 'Google has not verified this email address. Please use email and password.',
  account_not_linked: 'This address already has an account. Please use email and password.',
}
/** Google's and better-auth's names for the same troubles. */
const alike: Record<string, string> = {
  redirect_uri_mismatch: 'unauthorized-domain',
  issuer_mismatch: 'unauthorized-domain',
  invalid_client: 'invalid-api-key',
  invalid_code: 'invalid-api-key',
  state_mismatch: 'web-storage-unsupported',
  state_not_found: 'web-storage-unsupported',
}

export function problem(code: string) {
  const message = words[alike[code] ?? code] ?? 'The login with Google did not work. Please try again.'
  return new CallProblem(400, code, message)
}
