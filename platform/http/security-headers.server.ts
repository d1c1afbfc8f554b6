import type { Config } from '~/platform/config.server.ts'

type Hosts = Pick<Config, 'mapEmbedUrl' | 'imageHostUrl' | 'paymentKeys' | 'google'>

/** On every answer, errors included. Constant per server, because pages hold no inline script and no private byte. */
export function securityHeaders(config: Hosts): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(config),
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

function contentSecurityPolicy({ mapEmbedUrl, imageHostUrl, paymentKeys, google }: Hosts) {
  const map = originOf(mapEmbedUrl)
  const imageHost = originOf(imageHostUrl)
  // Whoever comes by Google brings a picture from there.
  const portraits = google ? ['https://*.googleusercontent.com'] : []
  // The provider's own origins, only while it is really used. Its script may be loaded through one policy of ours,
  // named `default` because the provider's loader knows no other.
  const provider = paymentKeys ? stripe : { script: [], frame: [], connect: [], trustedTypes: "'none'" }
  const frames = [...map, ...provider.frame]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...provider.script].join(' '),
    "style-src 'self'",
    ["img-src 'self' data:", ...imageHost, ...portraits].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...map, ...imageHost, ...provider.connect].join(' '),
    `frame-src ${frames.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${provider.trustedTypes}`,
  ].join('; ')
}

const originOf = (address: string | undefined) => (address ? [new URL(address).origin] : [])

const stripe = {
  script: ['https://js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  trustedTypes: 'default',
}
