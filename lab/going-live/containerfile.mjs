import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { folder, shell, shopUser } from './machine.mjs'

/**
 * Does what deploy/Containerfile says, with a folder for each stage instead of an image. Paths beginning with / lie in
 * that folder; the user `node` is the one that stands for the shop.
 * @param {string} sources
 */
export function buildImage(sources) {
  /** @type {Map<string, string>} */
  const stages = new Map()
  /** @type {Record<string, string>} */
  const env = {}
  let [stage, workdir, health] = ['', '/', '']
  /** @type {string[]} */
  let command = []
  const inStage = (/** @type {string} */ path, of = stage) =>
    path.startsWith('/') ? join(of, path) : join(of, workdir, path)

  for (const [instruction, text] of instructions(join(sources, 'deploy/Containerfile'))) {
    if (instruction === 'FROM') {
      const name = / AS (\w+)$/.exec(text)?.[1] ?? 'final'
      stage = join(folder, `image-${name}`)
      stages.set(name, stage)
      mkdirSync(stage)
      workdir = '/'
    } else if (instruction === 'WORKDIR') {
      workdir = text
      mkdirSync(inStage('.'), { recursive: true })
    } else if (instruction === 'ENV') {
      for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g))
        env[String(name)] = value?.startsWith('/') ? inStage(value) : String(value)
    } else if (instruction === 'COPY') copy(text)
    else if (instruction === 'RUN') {
      console.log(`       RUN ${text}`)
      const { code, output } = shell(mapped(text), { cwd: inStage('.') })
      if (code !== 0) throw new Error(`RUN ${text}\n${output}`)
    } else if (instruction === 'CMD') command = JSON.parse(text)
    else if (instruction === 'HEALTHCHECK') health = text.slice(text.indexOf('CMD ') + 4)
    else if (!['USER', 'VOLUME', 'EXPOSE'].includes(instruction)) throw new Error(`Unknown: ${instruction}`)
  }
  return { home: inStage('.'), files: (/** @type {string} */ path) => inStage(path), env, command, health }

  /** @param {string} text */
  function copy(text) {
    const words = text.split(/\s+/)
    const from = words[0]?.startsWith('--from=') ? stages.get(words.shift()?.slice(7) ?? '') : undefined
    const to = words.pop() ?? ''
    for (const word of words) {
      const source = from ? inStage(word, from) : join(sources, word)
      const target = to.endsWith('/') && word !== '.' ? join(inStage(to), basename(word)) : inStage(to)
      cpSync(source, target, { recursive: true, verbatimSymlinks: true })
    }
  }

  /** @param {string} text */
  function mapped(text) {
    return text
      .replace(/(?<= )\/data/g, inStage('/data'))
      .replaceAll('node:node', `${shopUser.uid}:${shopUser.gid}`)
  }
}

/** @param {string} file @returns {[string, string][]} */
function instructions(file) {
  return readFileSync(file, 'utf8')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()])
}

/** What .containerignore names stays out of the sources. @param {string} sources */
export function withoutIgnored(sources) {
  for (const name of readFileSync(join(sources, '.containerignore'), 'utf8').split('\n').filter(Boolean))
    if (existsSync(join(sources, name))) rmSync(join(sources, name), { recursive: true })
  chmodSync(sources, 0o755)
  return sources
}
