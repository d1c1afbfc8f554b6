import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Plugin, RunnableDevEnvironment } from 'vite'

type Opened = { app: import('fastify').FastifyInstance }

/** `vite` alone runs pages and API: the shop is opened inside it, and opened again after server code changed. */
export const developmentServer = (): Plugin => ({
  name: 'shop-development-server',
  apply: 'serve',
  configureServer: (vite) => () => {
    if (process.env.VITEST) return
    const { runner } = vite.environments.ssr as RunnableDevEnvironment
    let openedBy: unknown
    let shop: Promise<Opened> | undefined

    vite.middlewares.use(async (request, response, next) => {
      try {
        const [{ openShop }, { fillDemoOrders }, { sourceAssets }, { readConfig }, { welcome }] =
          await Promise.all([
            runner.import('/app/wiring/shop.server.ts'),
            runner.import('/app/wiring/demo-orders.server.ts'),
            runner.import('/app/wiring/assets.server.ts'),
            runner.import('/shop/config.server.ts'),
            runner.import('/app/wiring/welcome.server.ts'),
          ])
        if (openedBy !== openShop) {
          openedBy = openShop
          const former = shop
          shop = (async () => {
            await former?.then(({ app }) => app.close()).catch(() => {})
            const transformHtml = (path: string, html: string) => vite.transformIndexHtml(path, html)
            const config = readConfig({ SPINNERS: 'off', ...process.env })
            const opened = await openShop(config, { assets: sourceAssets, transformHtml })
            await fillDemoOrders(opened, config)
            const { port } = vite.httpServer!.address() as AddressInfo
            if (!former) console.log(welcome(config, { port, lockedAccounts: opened.lockedAccounts }))
            return opened
          })()
          if (!former) shop.catch(endAtOnce)
        }
        const { app } = await shop!
        withoutContentPolicy(response)
        request.url = request.originalUrl ?? request.url ?? '/'
        app.routing(request, response)
      } catch (error) {
        next(error)
      }
    })
  },
})

/** A shop that cannot open at all ends with its sentence, as after `npm start`; later the next edit mends it. */
function endAtOnce(error: Error) {
  console.error(error.message)
  process.exit(1)
}

/** Vite's own scripts and styles stand inside the page, which the shop's policy rightly forbids. */
function withoutContentPolicy(response: ServerResponse) {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status: number, given?: unknown) => {
    response.removeHeader('content-security-policy')
    return writeHead(status, withoutPolicy(given as Headers | undefined))
  }
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** Node takes headers as an object, or as names and values in turn. */
function withoutPolicy(headers: Headers = {}): Headers {
  const isPolicy = (name: unknown) => name === 'content-security-policy'
  if (Array.isArray(headers)) return headers.filter((_, place) => !isPolicy(headers[place - (place % 2)]))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isPolicy(name)))
}
