/** The digests of what stands inside pages; any other script or style there is refused. */
export type InlineSources = { scripts: string[]; styles: string[] }

/** Origins beside our own, by what a page may take from them; and the names of the policies that their scripts make. */
export type AllowedOrigins = Record<'script' | 'image' | 'connect' | 'frame' | 'trustedTypes', string[]>

/** On every answer, errors included. Constant per server, because pages hold the same of it and no private byte. */
export function securityHeaders(inline: InlineSources, allowed: AllowedOrigins): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(inline, allowed),
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

const contentSecurityPolicy = (inline: InlineSources, allowed: AllowedOrigins) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts, ...allowed.script].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    ["img-src 'self' data:", ...allowed.image].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    ["connect-src 'self'", ...allowed.connect].join(' '),
    `frame-src ${allowed.frame.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${allowed.trustedTypes.join(' ') || "'none'"}`,
  ].join('; ')
