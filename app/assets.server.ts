import type { Assets } from './entry.server.tsx'

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; assets?: string[] }>

const entry = 'app/entry.client.tsx'
const beforePaint = 'app/before-paint.ts'

/** From Vite's manifest: what a page needs is known before its first byte is sent, so nothing is found late. */
export function builtAssets(manifest: Manifest): Assets {
  const fonts = Object.entries(manifest)
    .filter(([source]) => /(archivo|inter)-latin-wght-normal\.woff2$/.test(source))
    .map(([, { file }]) => `/${file}`)
  return (sources) => {
    const scripts = new Set<string>()
    const styles = new Set<string>()
    const follow = (source: string) => {
      const built = manifest[source]
      if (!built || scripts.has(`/${built.file}`)) return
      scripts.add(`/${built.file}`)
      for (const css of built.css ?? []) styles.add(`/${css}`)
      for (const next of built.imports ?? []) follow(next)
    }
    for (const source of [entry, ...sources]) follow(source)
    return {
      blocking: [`/${manifest[beforePaint]!.file}`],
      script: `/${manifest[entry]!.file}`,
      styles: [...styles],
      preloads: [...scripts],
      fonts,
    }
  }
}

/** Vite's development server finds everything by itself. */
export const sourceAssets: Assets = () => ({
  blocking: ['/app/before-paint.ts'],
  script: '/app/entry.client.tsx',
  styles: ['/app/app.css'],
  preloads: [],
  fonts: [],
})
