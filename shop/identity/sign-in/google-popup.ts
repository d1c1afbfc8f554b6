import { call } from '~/platform/client/call.ts'
import { hasStorage } from '../session/token.ts'
import { identityUrls } from '../urls.ts'
import { signInProblem } from './sign-in-problems.ts'

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
  if (!hasStorage()) throw signInProblem('web-storage-unsupported')
  const popup = window.open('about:blank', `google-${Date.now()}`, features())
  if (!popup) throw signInProblem('popup-blocked')
  try {
    const { url } = await call<{ url: string }>('POST', identityUrls.provider.google(), {
      body: { provider: 'google' },
    })
    popup.location.href = url
    const told = await answerOf(popup)
    if (told.error) throw signInProblem(told.error)
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
      setTimeout(() => end(() => fail(signInProblem('popup-closed-by-user'))), lastWordMs)
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
    cancelFormer = () => end(() => fail(signInProblem('cancelled-popup-request')))
  })
}

const features = () => {
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}
