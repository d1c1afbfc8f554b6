import { call } from '~/platform/call.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { enter } from './entering.ts'
import type { PopupOutcome } from './google-popup.ts'
import { identityUrls } from './identity-urls.ts'

const welcomeMs = 4000

export async function enterWithWelcome() {
  const { name } = await enter()
  toast('success', `Welcome, ${name}!`, { closesAfterMs: welcomeMs })
}

/** In, or to the code that is asked for besides. */
export async function goOn(outcome: PopupOutcome, askForCode: () => void) {
  if (outcome === 'signed-in') return enterWithWelcome()
  await call('POST', identityUrls.provider.sendCode(), { body: {} })
  askForCode()
}
