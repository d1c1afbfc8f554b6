import { expect, test } from 'vitest'
import type { Get } from '~/platform/client/api-context.ts'
import { eachField } from '~/shop/business/fields.ts'
import { createRenderer } from './entry.server.tsx'
import type { PublicSettings } from './Root.tsx'

test('why a page could not be made is told to the operator, and not to the visitor', async () => {
  const told: unknown[] = []
  const render = createRenderer({
    assets: { head: '', scriptsFor: () => '' } as never,
    settings: { publicUrl: 'https://shop.example' } as PublicSettings,
    spinners: false,
    onError: (error) => told.push(error),
  })
  /** All answers but those about the blog. */
  const failing = (error: unknown) =>
    (async ({ path }) => {
      if (path.startsWith('/api/blog')) throw error
      return { data: eachField((_section, _name, { first }) => first) }
    }) as Get
  const page = await render('/blogs', failing(new Error('the cable is cut')))
  expect(told).toEqual([new Error('the cable is cut')])
  expect(page).toMatchObject({ status: 500, html: expect.not.stringContaining('cable') })
  // A refusal is an answer, not a fault.
  await render('/blogs/nope', failing(new Response(null, { status: 404 })))
  expect(told).toHaveLength(1)
})
