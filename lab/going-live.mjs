import { chownSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from '../scripts/prepare.mjs'
import { aMailServer } from '../test/mail-server.mjs'
import { buildImage } from './going-live/containerfile.mjs'
import {
  check,
  closeAll,
  failures,
  folder,
  megabytes,
  onClose,
  ownersIn,
  shopUser,
} from './going-live/machine.mjs'
import { visitThroughNginx } from './going-live/nginx.mjs'
import { becomeFirstAdmin, copySources, request, startProgram, tool } from './going-live/shop.mjs'
import { readUnit } from './going-live/unit.mjs'

/**
 * `npm run rehearse` replays README's "Going live" as far as that goes without a container engine and without systemd:
 * the steps of the Containerfile in an empty folder, the programs of the units with their user and settings, and the
 * shop behind nginx with TLS. Each of the two installs from the lockfile, so it takes some minutes;
 * `npm run rehearse -- image` or `systemd` replays one.
 */
const mailServer = await aMailServer()
onClose(() => mailServer.stop())
const settings = {
  PUBLIC_URL: 'https://shop.example.com',
  DEMO: 'off',
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  STRIPE_SECRET_KEY: `sk_test_${'0'.repeat(24)}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${'0'.repeat(24)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'0'.repeat(24)}`,
}

const parts = { image, systemd }
const wanted = process.argv.slice(2)
try {
  for (const [name, replay] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) await replay()
} finally {
  await closeAll()
}
console.log(failures() === 0 ? '\nEverything went as README says.' : `\n${failures()} went wrong.`)
process.exitCode = failures() === 0 ? 0 : 1

async function image() {
  say('\nThe image: the steps of deploy/Containerfile in an empty folder')
  const { home, files, env, command, health } = buildImage(copySources(join(folder, 'image-sources')))
  const packages = megabytes(join(home, 'node_modules'))
  const built = megabytes(join(home, 'build'))
  check(
    `the application has ${packages + built} MB: ${packages} of packages, ${built} built`,
    packages + built <= 64,
  )
  for (const name of ['vite', 'vitest', 'rolldown', 'lightningcss', 'react', 'typescript'])
    check(`${name} is not in it`, !existsSync(join(home, 'node_modules', name)))

  const shop = await startProgram(command, { cwd: home, env: { ...env, ...settings } })
  check('HEALTHCHECK succeeds', shop.runs(health.replace(':3000', `:${shop.port}`)))
  check(
    'compose.yaml has the same check',
    readFileSync(join(root, 'deploy/compose.yaml'), 'utf8').includes('/readyz'),
  )
  await becomeFirstAdmin(shop, mailServer.mails, ['npm', 'run', 'admin', '--'])
  await backUpAndRestore(shop, { cwd: home, env: { ...env, ...settings }, data: files('/data') })
  check(
    'everything in /data belongs to the shop',
    ownersIn(files('/data')).every((uid) => uid === shopUser.uid),
  )
}

async function systemd() {
  say('\nA machine with systemd: deploy/car-parts.service and its backup')
  const home = join(folder, 'opt/car-parts')
  const data = join(folder, 'var/lib/car-parts')
  mkdirSync(join(folder, 'etc'), { recursive: true })
  const machine = {
    '/opt/car-parts': home,
    '/var/lib/car-parts': data,
    '/etc/car-parts.env': join(folder, 'etc/car-parts.env'),
    '/etc/systemd/system': join(folder, 'etc'),
  }
  const unit = readUnit('car-parts.service', machine)
  copySources(home)
  // What the comment says, but for the clone (copied above), a new user and systemctl.
  for (const line of unit.commands)
    for (const step of line.split(' && '))
      if (!/^(useradd|git clone|cd|systemctl)\b/.test(step)) unit.run(step, { cwd: home })
  unit.addSettings(settings)
  unit.makeStateDirectory(data)
  const shop = await startProgram(unit.exec, { cwd: home, env: unit.env() })
  await becomeFirstAdmin(shop, mailServer.mails, [
    'node',
    ...unit.envFiles().map((file) => `--env-file=${file}`),
    'build/server/make-admin.js',
  ])
  const backup = readUnit('car-parts-backup.service', machine)
  check('the backup service makes a backup', await backup.runOnce(home))
  await backUpAndRestore(shop, { cwd: home, env: unit.env(), data }, 'root')
  check(
    'everything in /var/lib/car-parts belongs to the shop',
    ownersIn(data).every((uid) => uid === shopUser.uid),
  )
  check(
    '/opt/car-parts belongs to root alone',
    ownersIn(home).every((uid) => uid === process.getuid?.()),
  )
  await visitThroughNginx(shop)
  await shop.stop()
  check('SIGTERM ends it with 0', shop.code() === 0)
}

/**
 * While the shop runs; then the file is restored into an empty folder and a shop is opened on it.
 * @param {Awaited<ReturnType<typeof startProgram>>} shop
 * @param {{ cwd: string, env: Record<string, string>, data: string }} where @param {'root' | 'shop'} as
 */
async function backUpAndRestore(shop, { cwd, env, data }, as = 'shop') {
  const made = tool(['npm', 'run', 'backup'], { cwd, env, as })
  const file = /(\/\S+\.gz)/.exec(made.output)?.[1] ?? ''
  check(
    `npm run backup as ${as === 'root' ? 'root' : 'the user of the shop'}, nothing built`,
    made.code === 0 && !/Building|Installing/.test(made.output),
    made.output,
  )
  const elsewhere = `${data}-restored`
  cpSync(file, `${elsewhere}.gz`)
  mkdirSync(elsewhere)
  if (shopUser.uid)
    for (const path of [elsewhere, `${elsewhere}.gz`]) chownSync(path, shopUser.uid, shopUser.gid ?? 0)
  const restored = tool(['npm', 'run', 'restore', '--', `${elsewhere}.gz`], {
    cwd,
    env: { ...env, DATA_DIR: elsewhere },
    as,
  })
  check('npm run restore into an empty folder', restored.code === 0, restored.output)
  const again = await startProgram(shop.command, { cwd, env: { ...env, DATA_DIR: elsewhere } })
  const answer = await request(again.url, '/api/services')
  check('a shop opens on what was restored', answer.status === 200)
  await again.stop()
}
