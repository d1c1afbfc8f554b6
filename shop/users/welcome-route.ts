export { WelcomePage as Component } from './WelcomePage.tsx'
