export { ForbiddenPage as Component } from './ForbiddenPage.tsx'
