import { StrictMode, startTransition } from 'react'
import type { DataStrategyFunctionArgs } from 'react-router'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { NavigationClock } from '~/platform/ui/navigation-clock.ts'
import { PagesContext } from '~/shop/page.ts'
import '../look/app.css'
import { loadErrorPages } from './ErrorPage.tsx'
import { pages, routes } from './routes.tsx'

// In small pieces: a slow phone goes on scrolling meanwhile.
const pause = () => new Promise((done) => setTimeout(done))

/** Scroll positions are stored by this key, and all pages opened by their address would share one. */
function giveOwnKey() {
  if (!history.state?.key) history.replaceState({ ...history.state, key: Date.now().toString(36) }, '')
}

let reportHydrated = () => {}
const hydrated = new Promise<void>((resolve) => {
  reportHydrated = resolve
})

/** Data is loaded at once and shown after the first render, which must be what the server sent. */
async function dataStrategy({ matches }: DataStrategyFunctionArgs) {
  const toLoad = matches.filter(({ shouldLoad }) => shouldLoad)
  const results = await Promise.all(
    toLoad.map(async (match) => [match.route.id, await match.resolve()] as const),
  )
  if (results.some(([, { type }]) => type === 'error')) await loadErrorPages().catch(() => undefined)
  await hydrated
  return Object.fromEntries(results)
}

async function hydrate() {
  giveOwnKey()
  await pause()
  // The matched lazy routes must be there before hydration, or the first render is not what the server sent.
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
  const hydrationData = JSON.parse(document.getElementById('data')?.textContent ?? 'null')
  if (hydrationData?.errors) await loadErrorPages()
  const router = createBrowserRouter(routes, { hydrationData, dataStrategy })

  await pause()
  // Here and not at the top of this script, where running it would be part of one long task.
  const { hydrateRoot } = await import('react-dom/client')
  await pause()
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <StrictMode>
        <NavigationClock router={router} onMount={reportHydrated}>
          <PagesContext value={pages}>
            <RouterProvider router={router} />
          </PagesContext>
        </NavigationClock>
      </StrictMode>,
    )
  })
}
void hydrate()
