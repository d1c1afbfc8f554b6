import { createHash } from 'node:crypto'
import type { InlineSources } from '~/platform/http/security-headers.server.ts'

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; assets?: string[] }>

/** What of the build a page names. */
export type Assets = {
  head: string
  /** For the end of the page, found by the source files of its routes. */
  scriptsFor(sources: string[]): string
  /** What stands in the head itself, for the policy that forbids all else there. */
  inline: InlineSources
}

const entry = 'app/pages/entry.client.tsx'
const beforePaint = 'app/pages/before-paint.ts'

/**
 * From Vite's manifest: what a page needs is known before its first byte is sent, so nothing is found late. What it
 * needs to be painted stands in the page itself: on a slow line a second way to the server costs more than the bytes.
 */
export function builtAssets(manifest: Manifest, read: (file: string) => string): Assets {
  const fonts = Object.entries(manifest)
    .filter(([source]) => /(archivo|inter)-latin-wght-normal\.woff2$/.test(source))
    .map(
      ([, { file }]) =>
        `<link rel="preload" href="/${file}" as="font" type="font/woff2" fetchpriority="low" crossorigin>`,
    )
  const styles = (manifest[entry]!.css ?? []).map(read).join('')
  const script = read(manifest[beforePaint]!.file)
  return {
    head: [...fonts, `<script>${script}</script><style>${styles}</style>`].join(''),
    scriptsFor(sources) {
      const scripts = new Set<string>()
      const follow = (source: string) => {
        const built = manifest[source]
        if (!built) throw new Error(`The build has no script for ${source}`)
        if (scripts.has(built.file)) return
        scripts.add(built.file)
        for (const next of built.imports ?? []) follow(next)
      }
      for (const source of [entry, ...sources]) follow(source)
      // Low, as the fonts are, and after the pictures of the page: of the six connections of a browser that knows no
      // HTTP/2 with this server, one is still free for the hero.
      const preloads = [...scripts].map(
        (file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`,
      )
      return preloads.join('') + moduleScript(`/${manifest[entry]!.file}`)
    },
    inline: { scripts: [digestOf(script)], styles: [digestOf(styles)] },
  }
}

const moduleScript = (src: string) => `<script type="module" fetchpriority="low" src="${src}"></script>`

const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Vite's development server finds everything by itself. */
export const sourceAssets: Assets = {
  head: '<script src="/app/pages/before-paint.ts"></script><link rel="stylesheet" href="/app/look/app.css">',
  scriptsFor: () => moduleScript('/app/pages/entry.client.tsx'),
  inline: { scripts: [], styles: [] },
}
