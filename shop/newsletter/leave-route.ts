export { LeaveNewsletterPage as Component } from './LeaveNewsletterPage.tsx'
