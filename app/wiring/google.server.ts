import type { AddressInfo } from 'node:net'
import type { App } from '~/platform/http/app.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { identityPath } from '~/shop/identity/auth.server.ts'
import type { Google } from '~/shop/identity/sign-in/google.server.ts'
import { googleDiscovery } from '~/shop/identity/sign-in/google.server.ts'
import { serveGoogleStandIn, standInPath } from '~/stand-ins/identity/google.server.ts'

const standInClient = { clientId: 'car-parts-stand-in', clientSecret: 'stand-in' }

/** Google itself with its keys; without them the stand-in, where stand-ins are on; else there is no such button. */
export function chooseGoogle(config: Config, app: App): Google | undefined {
  if (config.google) return { ...config.google, discoveryUrl: () => googleDiscovery }
  if (!config.standIns) return undefined
  const discovery = `${standInPath}/.well-known/openid-configuration`
  return { ...standInClient, discoveryUrl: () => ownOrigin(config, app) + discovery }
}

export const standInForGoogle = (config: Config, app: App, secret: string) =>
  serveGoogleStandIn(app, {
    client: standInClient,
    publicOrigin: () => (config.hasPublicUrl ? config.publicUrl : `http://localhost:${port(config, app)}`),
    ownOrigin: () => ownOrigin(config, app),
    redirectPath: `${identityPath}/callback/google`,
    secret,
  })

/** Port 0 lets the system choose: only the listening server knows. */
const port = (config: Config, app: App) => (app.server.address() as AddressInfo | null)?.port ?? config.port

function ownOrigin(config: Config, app: App) {
  const everywhere = ['0.0.0.0', '::'].includes(config.host)
  return `http://${everywhere ? '127.0.0.1' : config.host}:${port(config, app)}`
}
