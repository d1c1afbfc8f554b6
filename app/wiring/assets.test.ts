import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { securityHeaders } from '~/platform/http/security-headers.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { crafts } from '~/shop/portfolio/PortfolioPage.tsx'
import { allowedOrigins } from './allowed-origins.server.ts'
import { builtAssets } from './assets.server.ts'

const files: Record<string, string> = {
  'before-paint.js': 'document.documentElement.dataset.seen = ""\n',
  'entry.css': 'body{margin:0}',
}
const assets = builtAssets(
  {
    'app/pages/entry.client.tsx': { file: 'entry.js', css: ['entry.css'], imports: ['shell'] },
    'app/pages/before-paint.ts': { file: 'before-paint.js' },
    'shop/home/route.ts': { file: 'home.js', imports: ['shell', 'parts'] },
    shell: { file: 'shell.js' },
    parts: { file: 'parts.js', imports: ['shell'] },
    'fonts/inter-latin-wght-normal.woff2': { file: 'inter.woff2' },
    'fonts/inter-greek-wght-normal.woff2': { file: 'greek.woff2' },
  },
  (file) => files[file]!,
)
const { head } = assets
const scripts = assets.scriptsFor(['shop/home/route.ts'])

test('a page can be painted without a second way to the server', () => {
  expect(head).toContain(`<style>${files['entry.css']}</style>`)
  expect(head).not.toContain('stylesheet')
  expect(head).not.toMatch(/<script [^>]*src/)
})

test('what stands in a page is what its policy allows, byte for byte', () => {
  const policy = securityHeaders(assets.inline, allowedOrigins(readConfig({})))['content-security-policy']!
  for (const [tag, directive] of [
    ['script', 'script-src'],
    ['style', 'style-src'],
  ]) {
    const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(head)![1]!
    const digest = createHash('sha256').update(text).digest('base64')
    expect(policy).toContain(`${directive} 'self' 'sha256-${digest}'`)
  }
})

test('a page holds one inline script, as the portfolio and SECURITY.md say', () => {
  expect(head.match(/<script>/g)).toHaveLength(1)
  const [figure] = crafts.filter(({ name }) => name === 'Inline script')
  expect(figure).toMatchObject({ figure: '1' })
  expect(readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8')).toContain('one inline script')
})

test('a page names each of its scripts once, and the fonts of its own letters alone', () => {
  const named = (html: string) => [...html.matchAll(/href="\/([^"]+)"/g)].map(([, file]) => file)
  expect(named(head)).toEqual(['inter.woff2'])
  expect(named(scripts)).toEqual(['entry.js', 'shell.js', 'home.js', 'parts.js'])
})

test('a page whose script was not built is a failure, not a page that loads it late', () => {
  expect(() => assets.scriptsFor(['shop/home/moved-route.ts'])).toThrow(
    'no script for shop/home/moved-route.ts',
  )
})
