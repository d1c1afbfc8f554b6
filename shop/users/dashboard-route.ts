export { DashboardLayout as Component } from './DashboardLayout.tsx'
