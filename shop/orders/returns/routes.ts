import type { Routes } from '~/platform/client/route.ts'
import type { ReturnContract } from './contract.ts'

export const returnRoutes: Routes<ReturnContract> = {
  askReturn: { method: 'POST', path: '/api/orders/:id/returns' },
  listReturns: { method: 'GET', path: '/api/returns', defaults: { state: 'asked' } },
  acceptReturn: { method: 'POST', path: '/api/returns/:id/accept' },
  declineReturn: { method: 'POST', path: '/api/returns/:id/decline' },
  withdrawReturn: { method: 'POST', path: '/api/returns/:id/withdraw' },
  receiveReturn: { method: 'POST', path: '/api/returns/:id/receive' },
  refundReturn: { method: 'POST', path: '/api/returns/:id/refund' },
}
