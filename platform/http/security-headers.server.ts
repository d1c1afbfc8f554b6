import type { Config } from '~/platform/config.server.ts'

type Hosts = Pick<Config, 'mapEmbedUrl' | 'imageHostUrl' | 'paymentKeys' | 'google' | 'firebase'>

/** The digests of what stands inside pages; any other script or style there is refused. */
export type InlineSources = { scripts: string[]; styles: string[] }

/** On every answer, errors included. Constant per server, because pages hold the same of it and no private byte. */
export function securityHeaders(config: Hosts, inline: InlineSources): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(config, inline),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Sign-in happens in a popup that must be able to answer its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'strict-transport-security': 'max-age=63072000',
  }
}

function contentSecurityPolicy(
  { mapEmbedUrl, imageHostUrl, paymentKeys, google, firebase }: Hosts,
  inline: InlineSources,
) {
  const map = originOf(mapEmbedUrl)
  const imageHost = originOf(imageHostUrl)
  // Whoever comes by Google brings a picture from there.
  const portraits = google || firebase ? ['https://*.googleusercontent.com'] : []
  // Providers' own origins, only while they are really used.
  const providers = [...(paymentKeys ? [stripe] : []), ...(firebase ? [originsOfFirebase(firebase)] : [])]
  const opened = (part: keyof Provider) => providers.flatMap((provider) => provider[part])
  const policies = [...new Set(opened('trustedTypes'))]
  const frames = [...map, ...opened('frame')]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts, ...opened('script')].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    ["img-src 'self' data:", ...imageHost, ...portraits].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...map, ...imageHost, ...opened('connect')].join(' '),
    `frame-src ${frames.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${policies.join(' ') || "'none'"}`,
  ].join('; ')
}

const originOf = (address: string | undefined) => (address ? [new URL(address).origin] : [])

type Provider = Record<'script' | 'frame' | 'connect' | 'trustedTypes', string[]>

// Scripts of providers are loaded through one policy of ours, named `default` because their loaders know no other.
const stripe: Provider = {
  script: ['https://js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  trustedTypes: ['default'],
}

/** Login with Google loads a script that makes policies of its own and talks to a frame of the project. */
const originsOfFirebase = ({ authDomain, emulatorUrl }: NonNullable<Hosts['firebase']>): Provider => ({
  script: ['https://apis.google.com'],
  frame: [`https://${authDomain}`, ...originOf(emulatorUrl)],
  connect: [
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    ...originOf(emulatorUrl),
  ],
  trustedTypes: ['default', 'gapi#gapi', 'goog#html'],
})
