import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Plugin, RunnableDevEnvironment } from 'vite'

/** `vite` alone runs pages and API: the shop is opened inside it, and opened anew after server code changed. */
export const developmentServer = (): Plugin => ({
  name: 'shop-development-server',
  apply: 'serve',
  configureServer: (vite) => () => {
    if (process.env.VITEST) return
    const { runner } = vite.environments.ssr as RunnableDevEnvironment
    let openedBy: unknown
    let shop: Promise<{ app: import('fastify').FastifyInstance }> | undefined

    vite.middlewares.use(async (request, response, next) => {
      try {
        const [{ openShop }, { sourceAssets }, { readConfig }, { welcome }] = await Promise.all([
          runner.import('/app/shop.server.ts'),
          runner.import('/app/assets.server.ts'),
          runner.import('/platform/config.server.ts'),
          runner.import('/app/welcome.server.ts'),
        ])
        if (openedBy !== openShop) {
          openedBy = openShop
          const former = shop
          shop = (async () => {
            await former?.then(({ app }) => app.close()).catch(() => {})
            const dress = (path: string, html: string) => vite.transformIndexHtml(path, html)
            const config = readConfig({ SPINNERS: 'off', ...process.env })
            const opened = await openShop(config, { assets: sourceAssets, dress })
            if (!former) console.log(welcome(config, config.port))
            return opened
          })()
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

/** Vite's own scripts and styles stand inside the page, which the shop's policy rightly forbids. */
function withoutContentPolicy(response: ServerResponse) {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status: number, given?: unknown) => {
    const { 'content-security-policy': _, ...headers } = (given ?? {}) as OutgoingHttpHeaders
    response.removeHeader('content-security-policy')
    return writeHead(status, headers)
  }
}
