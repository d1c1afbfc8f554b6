import { useRouteLoaderData } from 'react-router'
import { ApiError, api } from '~/platform/client/api.ts'
import { providerRoutes } from '~/shop/account-routes.ts'
import { firebase, usesFirebase } from '../session/auth-client.ts'
import { signInProblem } from '../session/sign-in-problems.ts'
import type { SignInResult } from './sign-in.ts'

const width = 500
const height = 600
const closedPollMs = 2000
const lastMessageMs = 500

/** What `public/popup-done.js` posts at the end. */
type PopupMessage = { from?: string; error?: string; second_factor?: string }

type Props = {
  onEnd: (result: SignInResult) => Promise<void>
  onProblem: (text: string | undefined) => void
}

/** Stays clickable while its window is open: a second click opens a new window and gives up the first. */
export function GoogleButton({ onEnd, onProblem }: Props) {
  const isOffered = useRouteLoaderData<{ google: boolean }>('root')?.google
  if (!isOffered) return null

  async function signIn() {
    onProblem(undefined)
    try {
      await onEnd(await logInWithGoogle())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onProblem(error.message)
    }
  }
  return (
    <>
      <p className="by-script-alone flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <button type="button" className="btn btn-quiet by-script-alone" onClick={() => void signIn()}>
        <GoogleMark />
        Login with Google
      </button>
    </>
  )
}

/** Must be called within the click itself: a browser blocks windows that open later. */
async function logInWithGoogle(): Promise<SignInResult> {
  if (!usesFirebase()) return signInByPopup()
  await (await firebase()).google()
  return 'signed-in'
}

let cancelPrevious: (() => void) | undefined

async function signInByPopup(): Promise<SignInResult> {
  cancelPrevious?.()
  if (!hasStorage()) throw signInProblem('web-storage-unsupported')
  const popup = window.open('about:blank', `google-${Date.now()}`, popupFeatures())
  if (!popup) throw signInProblem('popup-blocked')
  try {
    const { url } = await api(providerRoutes.beginGoogle, { body: { provider: 'google' } })
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

const GoogleMark = () => (
  <svg viewBox="0 0 48 48" className="icon" aria-hidden="true">
    <path
      fill="#EA4335"
      d="M24 9.5c3.5 0 6.700 1.200 9.200 3.600l6.900-6.900C35.900 2.400 30.500 0 24 0 14.600 0 6.500 5.400 2.600 13.200l8 6.200C12.500 13.700 17.700 9.500 24 9.500z"
    />
    <path
      fill="#4285F4"
      d="M47 24.600c0-1.600-.2-3.100-.4-4.600H24v9h12.900c-.6 2.900-2.300 5.400-4.800 7.100l7.700 6C44.400 37.900 47 31.800 47 24.600z"
    />
    <path
      fill="#FBBC05"
      d="M10.500 28.600A14.500 14.500 0 0 1 10.500 19.400l-8-6.200a24 24 0 0 0 0 21.600z"
    />
    <path
      fill="#34A853"
      d="M24 48c6.500 0 11.900-2.100 15.900-5.800l-7.700-6c-2.200 1.400-4.900 2.300-8.200 2.300-6.300 0-11.600-4.200-13.500-9.900l-8 6.200C6.500 42.600 14.600 48 24 48z"
    />
  </svg>
)
