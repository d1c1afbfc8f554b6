import type { Routes } from '~/platform/client/route.ts'
import type { OrderContract } from './contract.ts'

export const orderRoutes: Routes<OrderContract> = {
  placeOrder: { method: 'POST', path: '/api/orders' },
  listOrders: { method: 'GET', path: '/api/orders', defaults: { state: 'all' } },
  listCustomerOrders: { method: 'GET', path: '/api/orders/:email', defaults: { state: 'all' } },
  getOrder: { method: 'GET', path: '/api/order/:id' },
  getPurchase: { method: 'GET', path: '/api/purchases/:id' },
  getReceiptFile: { method: 'GET', path: '/api/purchases/:id/receipts/:number' },
  confirmPayment: { method: 'PATCH', path: '/api/order/:id' },
  cancelOrder: { method: 'DELETE', path: '/api/orders/:id' },
  setPurchaseAddress: { method: 'PUT', path: '/api/purchases/:id/address' },
  listParcels: { method: 'GET', path: '/api/parcels', defaults: { state: 'to_pack' } },
  packParcels: { method: 'POST', path: '/api/parcels/pack' },
  shipParcel: { method: 'POST', path: '/api/parcels/:id/ship' },
  deliverParcel: { method: 'POST', path: '/api/parcels/:id/deliver' },
  undoParcelStep: { method: 'POST', path: '/api/parcels/:id/undo' },
  takeOutOfParcel: { method: 'POST', path: '/api/orders/:id/take-out' },
  refundOrder: { method: 'POST', path: '/api/orders/:id/refund' },
  exportOrders: { method: 'GET', path: '/api/orders.csv', defaults: { state: 'all' } },
  listFailedRefunds: { method: 'GET', path: '/api/refunds' },
  retryRefund: { method: 'POST', path: '/api/refunds/:id/retry' },
  closeRefund: { method: 'POST', path: '/api/refunds/:id/close' },
}
