import { expect, test } from 'vitest'
import { withSources } from './vite-route-sources.ts'

test('the server learns the file of a lazy page, however its import is written', () => {
  expect(
    withSources(`const routes = [
      { path: 'a', lazy: () => import('~/shop/home/HomePage.tsx') },
      { lazy: async () => {
          const { Guard } = await import('./Guard.tsx')
        } },
    ]`),
  ).toBe(`const routes = [
      { path: 'a', source: 'shop/home/HomePage.tsx', lazy: () => import('~/shop/home/HomePage.tsx') },
      { source: 'app/pages/Guard.tsx', lazy: async () => {
          const { Guard } = await import('./Guard.tsx')
        } },
    ]`)
})

test('a lazy page whose file is not named in quotes ends the build', () => {
  expect(() => withSources('const route = { lazy: () => load(file) }')).toThrow('names its file in quotes')
})
