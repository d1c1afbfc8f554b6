export { LeaveNewsletterPage as Component } from './UnsubscribePage.tsx'
