import { StrictMode, startTransition } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createRouter } from '~/platform/client/browser-router.ts'
import { RouteTree } from '~/platform/client/route-tree.ts'
import { NavigationClock } from '~/platform/ui/navigation-clock.ts'
import './app.css'
import { routes } from './routes.tsx'

// In small pieces: a slow phone goes on scrolling meanwhile.
const pause = () => new Promise((done) => setTimeout(done))

/** Scroll positions are stored by this key, and all pages opened by their address would share one. */
function giveOwnKey() {
  if (!history.state?.key) history.replaceState({ ...history.state, key: Date.now().toString(36) }, '')
}

async function comeAlive() {
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
  const router = createRouter(routes, { history: createBrowserHistory(), hydrationData })

  await pause()
  // Here and not at the top of this script, where running it would be part of one long task.
  const { hydrateRoot } = await import('react-dom/client')
  await pause()
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <StrictMode>
        <NavigationClock router={router}>
          <RouteTree value={routes}>
            <RouterProvider router={router} />
          </RouteTree>
        </NavigationClock>
      </StrictMode>,
    )
  })
}
void comeAlive()
