export { PortfolioPage as Component } from './PortfolioPage.tsx'
