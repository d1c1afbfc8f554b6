import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { watchNavigation } from '~/platform/ui/navigation-clock.ts'
import './app.css'
import { routes } from './routes.tsx'

// In small pieces: a slow phone goes on scrolling meanwhile.
const pause = () => new Promise((done) => setTimeout(done))

async function comeAlive() {
  await pause()
  // The matched lazy routes must be there before hydration, or the first render is not what the server sent.
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
  const hydrationData = JSON.parse(document.getElementById('data')?.textContent ?? 'null')
  const router = createBrowserRouter(routes, { hydrationData })
  watchNavigation(router)

  await pause()
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
}
void comeAlive()
