import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { dependencies, scripts } from './package.json' with { type: 'json' }

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const valuesOf = (unit: string, key: string) =>
  [...read(`deploy/${unit}`).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value!)

test('a machine that only serves the shop installs what the build leaves outside, and nothing else', () => {
  const [, list = ''] = /const leftOutside = \[([^\]]+)\]/.exec(read('vite.config.ts'))!
  const leftOutside = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name!)
  expect(Object.keys(dependencies)).toEqual(leftOutside.toSorted())
})

test('the image holds the scripts of the tools that it promises, and all that they use', () => {
  const image = read('deploy/Containerfile')
  const [, copied = ''] = /^COPY --from=build ((?:\/src\/scripts\/\S+ )+)scripts\/$/m.exec(image)!
  const inImage = copied
    .trim()
    .split(' ')
    .map((path) => path.replace('/src/', ''))
  for (const tool of ['admin', 'backup', 'doctor', 'restore', 'remove-demo', 'remove-second-factor'] as const)
    expect(inImage).toContain(scripts[tool].replace('node ', ''))
  for (const file of inImage)
    for (const [, used] of read(file).matchAll(/from '\.\/([\w.-]+)'/g))
      expect(inImage).toContain(`scripts/${used}`)
})

test('image and compose.yaml ask in the same way whether the shop is ready', () => {
  const [, asked] = /^HEALTHCHECK .*\\\n *CMD (.*)$/m.exec(read('deploy/Containerfile'))!
  const [, composed] = /^ {4}healthcheck:\n {6}test: \[CMD, (.*)\]$/m.exec(read('deploy/compose.yaml'))!
  expect(composed!.split(', ')).toEqual(asked!.split(' '))
})

test('shop and backup run as the same user, with the same settings, in the same folder', () => {
  for (const key of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile', 'StateDirectory', 'UMask'])
    expect(valuesOf('car-parts-backup.service', key)).toEqual(valuesOf('car-parts.service', key))
  expect(valuesOf('car-parts.service', 'EnvironmentFile')).toEqual([
    '/opt/car-parts/deploy/systemd.env',
    '/etc/car-parts.env',
  ])
  expect(parseEnv(read('deploy/systemd.env'))).toMatchObject({
    NODE_ENV: 'production',
    DATA_DIR: `/var/lib/${valuesOf('car-parts.service', 'StateDirectory')[0]}`,
  })
})

test('nginx loads the site as it stands, also the one of Debian stable, and counts what one network has open', () => {
  const site = read('deploy/nginx.conf')
  // The directive of its own is unknown before 1.25.1; this form is known to all.
  expect(site).not.toMatch(/^\s*http2 /m)
  expect(site.match(/^ +listen .*443 ssl http2;$/gm)).toHaveLength(2)
  expect(site).toMatch(/^ +limit_conn car_parts_networks \d+;$/m)
  if (spawnSync('nginx', ['-v']).status !== 0) return
  const home = mkdtempSync(join(tmpdir(), 'car-parts-nginx-'))
  const local = site.replaceAll(/\/etc\/letsencrypt\/live\/[^/]+/g, home)
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'].concat([
      '-subj',
      '/CN=shop',
      '-keyout',
      join(home, 'privkey.pem'),
      '-out',
      join(home, 'fullchain.pem'),
    ]),
    { stdio: 'ignore' },
  )
  writeFileSync(join(home, 'nginx.conf'), `pid ${home}/pid; events {} http { access_log off; ${local} }`)
  const { stderr } = spawnSync(
    'nginx',
    ['-t', '-p', home, '-e', join(home, 'error.log'), '-c', join(home, 'nginx.conf')],
    { encoding: 'utf8' },
  )
  rmSync(home, { recursive: true })
  expect(stderr).toContain('test is successful')
})

test('the units start programs that the build makes', () => {
  const units = readdirSync(join(import.meta.dirname, 'deploy')).filter((name) => name.endsWith('.service'))
  for (const unit of units) {
    const [, program] = /build\/server\/([\w-]+)\.js/.exec(valuesOf(unit, 'ExecStart')[0]!)!
    expect(read('vite.config.ts')).toMatch(new RegExp(`^ +'?${program}'?: 'app/`, 'm'))
  }
})
