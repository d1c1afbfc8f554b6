import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { circleOf } from './vite-chunks.ts'
import { lazyImports } from './vite-route-sources.ts'

const parse = (code: string) => parseSync('code.tsx', code).program

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

test('scripts that import each other in a circle are found', () => {
  const imports = { entry: ['shell'], shell: ['parts'], parts: [], page: ['shell', 'parts'] }
  expect(circleOf(new Map(Object.entries(imports)))).toBeUndefined()
  expect(circleOf(new Map(Object.entries({ ...imports, parts: ['shell'] })))).toEqual([
    'shell',
    'parts',
    'shell',
  ])
})
