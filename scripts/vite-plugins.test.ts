import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { circleOf } from './vite-chunks.ts'
import { leaveOutUnused, messagesOf } from './vite-lean-router.ts'
import { handlesIn, lazyImports, without } from './vite-route-sources.ts'

const parse = (code: string) => parseSync('code.tsx', code).program

describe('the router', () => {
  const router = (mode: string) => {
    const folder = join(import.meta.dirname, '../node_modules/react-router/dist', mode)
    return readdirSync(folder)
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .find((code) => code.includes('function createRouter('))!
  }

  test.each(['development', 'production'])('leaves out what no page uses, in %s', (mode) => {
    const whole = router(mode)
    const lean = leaveOutUnused(whole, parseSync('router.mjs', whole).program)
    expect(lean).toMatch(/async function fetch2\([^)]*\) \{ isLeftOut\(\) \}/)
    expect(lean.match(/\{ isLeftOut\(\) \}/g)).toHaveLength(13)
    expect(parseSync('lean.mjs', lean).errors).toEqual([])
    const { program } = parseSync('router.mjs', whole)
    const silent = leaveOutUnused(whole, program, messagesOf(program))
    expect(silent.length).toBeLessThan(lean.length - 3000)
    expect(parseSync('silent.mjs', silent).errors).toEqual([])
  })

  test('of another version, with other functions, ends the build', () => {
    const other = 'function createRouter() { function fetch3() {} }'
    expect(() => leaveOutUnused(other, parse(other))).toThrow('React Router has changed')
  })
})

describe('the file of a lazy page', () => {
  const filesOf = (code: string) => lazyImports(parse(code)).map(({ file }) => file)

  test('is found however its import is written', () => {
    expect(
      filesOf(`const routes = [
        { lazy: () => import('~/shop/home/route.ts') },
        { lazy: () =>
            import("./login-route.tsx").then((page) => page) },
      ]`),
    ).toEqual(['shop/home/route.ts', 'app/login-route.tsx'])
  })

  test('that is not named in quotes ends the build', () => {
    expect(() => filesOf('const route = { lazy: () => load(file) }')).toThrow('exactly one file')
  })
})

test('what only the server asks of a route is left out of the browser', () => {
  const code =
    "const routes = [{ path: 'shop', handle: { query: ['q'] } as Handle, lazy }, { handle: { status: 404 } }]"
  expect(without(code, handlesIn(parse(code)))).toBe("const routes = [{ path: 'shop',  lazy }, {  }]")
})

test('scripts that import each other in a circle are found', () => {
  const imports = { entry: ['shell'], shell: ['parts'], parts: [], page: ['shell', 'parts'] }
  expect(circleOf(new Map(Object.entries(imports)))).toBeUndefined()
  expect(circleOf(new Map(Object.entries({ ...imports, parts: ['shell'] })))).toEqual([
    'shell',
    'parts',
    'shell',
  ])
})
