import { toast } from '~/platform/ui/toasts.ts'
import { enter } from './entering.ts'

const welcomeMs = 4000

export async function enterWithWelcome() {
  const { name } = await enter()
  toast('success', `Welcome, ${name}!`, welcomeMs)
}
