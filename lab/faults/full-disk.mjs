import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBuyers } from './buyers.mjs'
import { send } from './send.mjs'
import { aFolder, startShop } from './shop.mjs'

const mebibytes = (/** @type {number} */ count) => count * 1024 * 1024

export const fullDisk = {
  name: 'full-disk',
  what: 'a full disk during orders, SQLite',
  async run() {
    const disk = smallDisk()
    if (!disk) return byFileSize()
    try {
      const shop = await startShop({ DATA_DIR: disk.folder })
      const load = await startBuyers(shop.url, 10)
      await until(() => load.confirmed.size > 50, 'nothing was sold')
      disk.fill()
      await until(() => (load.answers[503] ?? 0) > 20, 'no order was refused')
      const reading = await send(shop.url, '/api/services')
      const whenFull = load.confirmed.size
      disk.free()
      await until(() => load.confirmed.size > whenFull + 50, 'nothing was sold when there was room again')
      return await verdict(shop, load, `full after ${whenFull} orders`, reading.status)
    } finally {
      disk.remove()
    }
  },
}

/** Where no small disk can be made, the limit on the size of a file does nearly the same, until a restart. */
async function byFileSize() {
  const folder = aFolder()
  const first = await startShop({ DATA_DIR: folder })
  await first.stop()
  const blocks = Math.ceil((statSync(join(folder, 'shop.db')).size + mebibytes(2)) / 512)
  const shop = await startShop({ DATA_DIR: folder }, { shell: `trap '' XFSZ; ulimit -f ${blocks}` })
  const load = await startBuyers(shop.url, 10)
  await until(() => (load.answers[503] ?? 0) > 20, 'no order was refused')
  const reading = await send(shop.url, '/api/services')
  const whenFull = load.confirmed.size
  await shop.kill()
  const roomy = await startShop({ DATA_DIR: folder })
  load.switchTo(roomy.url)
  await until(() => load.confirmed.size > whenFull + 50, 'nothing was sold when there was room again')
  return verdict(roomy, load, `file size limit reached after ${whenFull} orders`, reading.status)
}

/**
 * @param {import('./shop.mjs').Shop} shop @param {Awaited<ReturnType<typeof startBuyers>>} load
 * @param {string} how @param {number} reading
 */
async function verdict(shop, load, how, reading) {
  await load.stop()
  const { lost, invented, misplaced } = await load.losses()
  const lives = shop.isAlive()
  await shop.stop()
  const { 200: confirmed = 0, 503: refused = 0, 0: _cut, ...rest } = load.answers
  const others = Object.values(rest).reduce((sum, count) => sum + count, 0)
  return {
    figure:
      `${how}; ${refused} answers 503, ${others} of another kind, reading meanwhile ${reading}; ${confirmed} orders ` +
      `confirmed in all, ${lost} lost, ${invented} invented, ${misplaced} pieces missing`,
    passed: lives && reading === 200 && lost + invented + misplaced + others === 0 && refused > 0,
  }
}

/** A disk of its own in memory; only root of a Linux may make one. */
function smallDisk() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = join(aFolder(), 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m,mode=700', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const ballast = join(folder, 'ballast')
  const remove = () => {
    try {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
    } catch {
      // It is unmounted already.
    }
  }
  process.once('exit', remove)
  return {
    folder,
    fill() {
      for (let part = 0; ; part += 1) {
        try {
          writeFileSync(`${ballast}-${part}`, Buffer.alloc(mebibytes(1)))
        } catch {
          return
        }
      }
    },
    free() {
      execFileSync('mount', ['-o', 'remount,size=128m', folder], { stdio: 'ignore' })
      rmSync(`${ballast}-0`, { force: true })
    },
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}

/** @param {() => boolean} happened @param {string} otherwise */
async function until(happened, otherwise) {
  const deadline = Date.now() + 90_000
  while (!happened()) {
    if (Date.now() > deadline) throw new Error(`${otherwise} within 90 s`)
    await sleep(20)
  }
}
