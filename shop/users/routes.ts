import type { Routes } from '~/platform/client/route.ts'
import type { UserContract } from './contract.ts'

export const userRoutes: Routes<UserContract> = {
  getProfile: { method: 'GET', path: '/api/profile/:email' },
  saveProfile: { method: 'PUT', path: '/api/profile/:email' },
  savePhoto: { method: 'POST', path: '/api/profile/:email/photo' },
  deletePhoto: { method: 'DELETE', path: '/api/profile/:email/photo' },
  listUsers: { method: 'GET', path: '/api/users' },
  makeAdmin: { method: 'PUT', path: '/user/admin/:email' },
  removeAdmin: { method: 'DELETE', path: '/user/admin/:email' },
  deleteUser: { method: 'DELETE', path: '/api/user/:email' },
  exportMyData: { method: 'GET', path: '/api/my-data' },
  getMyAccount: { method: 'GET', path: '/api/my-account' },
  deleteMyAccount: { method: 'POST', path: '/api/my-account/delete' },
}
