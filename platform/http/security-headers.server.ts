import type { Config } from '~/platform/config.server.ts'

type Settings = Partial<Pick<Config, 'mapEmbedUrl' | 'google'>>

/** On every answer, errors included. Constant per server, because pages hold no inline script and no private byte. */
export function securityHeaders(config: Settings): Record<string, string> {
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

function contentSecurityPolicy({ mapEmbedUrl, google }: Settings) {
  const map = mapEmbedUrl ? ` ${new URL(mapEmbedUrl).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Whoever comes by Google brings a picture from there.
    `img-src 'self' data:${google ? ' https://*.googleusercontent.com' : ''}`,
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${map}`,
    `frame-src${map || " 'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
