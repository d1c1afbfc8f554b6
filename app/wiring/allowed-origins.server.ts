import { allowCrossOrigin } from '~/platform/http/cross-origin.server.ts'
import type { AllowedOrigins } from '~/platform/http/security-headers.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { wholeAddresses } from '~/shop/images/serve.server.ts'
import { hasMailbox } from '~/shop/mailbox/api.server.ts'

/** Whose scripts, frames and pictures a page of this shop may use: providers only while they are really used. */
export function allowedOrigins(config: Config, mapUrl?: string): AllowedOrigins {
  const { imageHostUrl, paymentKeys, google, firebase } = config
  const map = originOf(mapUrl)
  const imageHost = originOf(imageHostUrl)
  // Accounts of Google have their picture there.
  const portraits = google || firebase ? ['https://*.googleusercontent.com'] : []
  const providers = [...(paymentKeys ? [stripe] : []), ...(firebase ? [originsOfFirebase(firebase)] : [])]
  const ofProviders = (use: keyof Provider) => providers.flatMap((provider) => provider[use])
  return {
    script: ofProviders('script'),
    image: [...imageHost, ...portraits],
    connect: [...map, ...imageHost, ...ofProviders('connect')],
    // The mailbox of a demo frames its mails.
    frame: [...(hasMailbox(config) ? ["'self'"] : []), ...map, ...ofProviders('frame')],
    trustedTypes: [...new Set(ofProviders('trustedTypes'))],
  }
}

const originOf = (address: string | undefined) => (address ? [new URL(address).origin] : [])

type Provider = Omit<AllowedOrigins, 'image'>

// Scripts of providers are loaded through one policy of ours, named `default` because their loaders know no other.
const stripe: Provider = {
  script: ['https://js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  trustedTypes: ['default'],
}

/** Login with Google loads a script that makes policies of its own and talks to a frame of the project. */
const originsOfFirebase = ({ authDomain, emulatorUrl }: NonNullable<Config['firebase']>): Provider => ({
  script: ['https://apis.google.com'],
  frame: [`https://${authDomain}`, ...originOf(emulatorUrl)],
  connect: [
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    ...originOf(emulatorUrl),
  ],
  trustedTypes: ['default', 'gapi#gapi', 'goog#html'],
})

/** Off unless SITE_ORIGINS names some. */
export const openToSites = ({ siteOrigins, publicUrl }: Pick<Config, 'siteOrigins' | 'publicUrl'>) =>
  siteOrigins.length > 0
    ? allowCrossOrigin({ origins: siteOrigins, ...wholeAddresses(publicUrl) })
    : undefined
