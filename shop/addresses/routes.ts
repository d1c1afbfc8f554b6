import type { Routes } from '~/platform/client/route.ts'
import type { AddressContract } from './contract.ts'

export const addressRoutes: Routes<AddressContract> = {
  listAddresses: { method: 'GET', path: '/api/addresses' },
  addAddress: { method: 'POST', path: '/api/addresses' },
  changeAddress: { method: 'PUT', path: '/api/addresses/:id' },
  deleteAddress: { method: 'DELETE', path: '/api/addresses/:id' },
}
