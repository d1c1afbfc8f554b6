export { AddProductPage as Component } from './AddProductPage.tsx'
