export { NewPasswordPage as Component } from './NewPasswordPage.tsx'
