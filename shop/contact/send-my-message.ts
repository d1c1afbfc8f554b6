import { myContactRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { MyMessage } from './contract.ts'

/** In a module of its own, which the page for visitors does without. */
export const sendMyMessage = (body: MyMessage) => authApi(myContactRoutes.sendMyMessage, { body })
