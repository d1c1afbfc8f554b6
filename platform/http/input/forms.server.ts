import type { App } from '../app.server.ts'

/** Lets the routes of one scope read forms as browsers send them; all others take JSON alone. */
export const takeForms = (scope: Pick<App, 'addContentTypeParser'>) =>
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
