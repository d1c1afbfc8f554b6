export { loader } from './payment-route.ts'
export { ReceiptPage as Component } from './ReceiptPage.tsx'
