type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

const trusted = new Set<string>()

/**
 * The page refuses scripts whose address nobody vouched for. The loaders of providers leave that to the policy named
 * `default`, of which a page has one: so all of them share it.
 */
export function trustScriptsFrom(origin: string) {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
  if (trusted.size === 0)
    trustedTypes?.createPolicy('default', {
      createScriptURL(url) {
        if (trusted.has(new URL(url).origin)) return url
        throw new TypeError('This address is not one of our providers.')
      },
    })
  trusted.add(origin)
}
