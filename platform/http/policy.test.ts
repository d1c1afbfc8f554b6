import type { FastifyPluginAsync } from 'fastify'
import { expect, test } from 'vitest'
import { createLog } from '~/platform/log.server.ts'
import { createApp } from './app.server.ts'
import { open } from './policy.server.ts'

const anApp = () =>
  createApp({ log: createLog('silent'), headers: {}, trustProxy: false, front: () => false })
const answer = async () => ({ ok: true })

test('a route without a policy is refused when it is opened', () => {
  const app = anApp()
  expect(() => app.get('/unguarded', answer)).toThrow('GET /unguarded has no policy')
  expect(() => app.post('/unguarded', { config: {} }, answer)).toThrow('POST /unguarded has no policy')
})

test('an app that has such a route in a scope of its own never becomes ready', async () => {
  const app = anApp()
  const scoped: FastifyPluginAsync = async (scope) => {
    scope.get('/hidden', answer)
  }
  void app.register(scoped)
  await expect(app.ready()).rejects.toThrow('GET /hidden has no policy')
})

test('every open route stands in the table with its policy', async () => {
  const app = anApp()
  app.get('/seen', { config: { policy: open } }, answer)
  expect(app.guardedRoutes).toEqual([{ method: 'GET', path: '/seen', policy: open }])
})
