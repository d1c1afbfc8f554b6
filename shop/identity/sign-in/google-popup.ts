import { call } from '~/platform/client/call.ts'
import { identityUrls } from '../urls.ts'
import { signInProblem } from './sign-in-problems.ts'

const width = 500
const height = 600
const closedPollMs = 2000
const lastMessageMs = 500

/** What `public/popup-done.js` posts at the end. */
type PopupMessage = { from?: string; error?: string; second_factor?: string }
export type SignInResult = 'signed-in' | 'second-factor'

let cancelPrevious: (() => void) | undefined

/** Must be called within the click itself: a browser blocks windows that open later. */
export async function signInByPopup(): Promise<SignInResult> {
  cancelPrevious?.()
  if (!hasStorage()) throw signInProblem('web-storage-unsupported')
  const popup = window.open('about:blank', `google-${Date.now()}`, popupFeatures())
  if (!popup) throw signInProblem('popup-blocked')
  try {
    const { url } = await call<{ url: string }>('POST', identityUrls.provider.google(), {
      body: { provider: 'google' },
    })
    popup.location.href = url
    const message = await messageOf(popup)
    if (message.error) throw signInProblem(message.error)
    return message.second_factor ? 'second-factor' : 'signed-in'
  } finally {
    popup.close()
  }
}

function messageOf(popup: Window) {
  return new Promise<PopupMessage>((resolve, reject) => {
    const channel = new BroadcastChannel('google-popup')
    const onMessage = ({ data, origin }: MessageEvent<PopupMessage>) => {
      if (origin === location.origin && data?.from === 'google-popup') end(() => resolve(data))
    }
    const poll = setInterval(() => {
      if (!popup.closed) return
      clearInterval(poll)
      // A provider may cut the window off from us, so that it only looks closed: its last message still counts.
      setTimeout(() => end(() => reject(signInProblem('popup-closed-by-user'))), lastMessageMs)
    }, closedPollMs)
    const end = (settle: () => void) => {
      clearInterval(poll)
      channel.close()
      removeEventListener('message', onMessage)
      cancelPrevious = undefined
      settle()
    }
    channel.onmessage = onMessage
    addEventListener('message', onMessage)
    cancelPrevious = () => end(() => reject(signInProblem('cancelled-popup-request')))
  })
}

function hasStorage() {
  try {
    localStorage.setItem('storage-test', '1')
    localStorage.removeItem('storage-test')
    return navigator.cookieEnabled
  } catch {
    return false
  }
}

function popupFeatures() {
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}
