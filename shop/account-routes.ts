import type { Routes } from '~/platform/client/route.ts'
import type { AddressContract } from './addresses/contract.ts'
import type { CartContract } from './cart/contract.ts'
import type { ContactContract } from './contact/contract.ts'
import type { NeedsContract } from './fitment/needs/contract.ts'
import type { HistoryContract } from './history/contract.ts'
import type { IdentityContract } from './identity/contract.ts'
import type { ProviderContract } from './identity/sign-in/contract.ts'
import type { ImageContract } from './images/contract.ts'
import type { OrderContract } from './orders/contract.ts'
import type { OldPartContract } from './orders/deposits/contract.ts'
import type { ReturnContract } from './orders/returns/contract.ts'
import type { WithdrawalContract } from './orders/withdrawals/contract.ts'
import type { PaymentContract } from './payments/contract.ts'
import type { RelatedContract } from './related/contract.ts'
import type { PartReviewContract } from './reviews/contract.ts'
import type { OwnReviewContract } from './reviews/own/contract.ts'
import type { QuestionContract } from './reviews/questions/contract.ts'
import type { StockAlertContract } from './stock-alerts/contract.ts'
import type { SummaryContract } from './summary/contract.ts'
import type { UserContract } from './users/contract.ts'

/** What is called from the page of a part on, with a cart or an account: the first page of a visit does without. */
export const addressRoutes: Routes<AddressContract> = {
  listAddresses: { method: 'GET', path: '/api/addresses' },
  addAddress: { method: 'POST', path: '/api/addresses' },
  changeAddress: { method: 'PUT', path: '/api/addresses/:id' },
  deleteAddress: { method: 'DELETE', path: '/api/addresses/:id' },
}

export const cartRoutes: Routes<CartContract> = {
  getCart: { method: 'GET', path: '/api/cart' },
  setCartLine: { method: 'PUT', path: '/api/cart/lines' },
  mergeCart: { method: 'POST', path: '/api/cart/merge' },
  checkCart: { method: 'POST', path: '/api/cart/check' },
  askDiscount: { method: 'POST', path: '/api/cart/check-code' },
  askOwnDiscount: { method: 'POST', path: '/api/cart/code' },
  orderAgain: { method: 'POST', path: '/api/purchases/:id/again' },
  checkout: { method: 'POST', path: '/api/checkout' },
}

export const myContactRoutes: Routes<Pick<ContactContract, 'sendMyMessage'>> = {
  sendMyMessage: { method: 'POST', path: '/api/my-messages' },
}

export const identityRoutes: Routes<IdentityContract> = {
  register: { method: 'POST', path: '/identity/sign-up/email' },
  checkMailedLink: { method: 'POST', path: '/identity/mailed-link' },
  requestPasswordReset: { method: 'POST', path: '/identity/request-password-reset' },
  resetPassword: { method: 'POST', path: '/identity/reset-password' },
  exchangeToken: { method: 'PUT', path: '/api/user/:email' },
  getRole: { method: 'GET', path: '/admin/:email' },
  beginAuthenticator: { method: 'POST', path: '/api/second-factor/app' },
  confirmAuthenticator: { method: 'PUT', path: '/api/second-factor/app' },
  removeAuthenticator: { method: 'POST', path: '/api/second-factor/app/remove' },
  replaceRecoveryCodes: { method: 'POST', path: '/api/second-factor/recovery-codes' },
  getSecondFactors: { method: 'GET', path: '/api/second-factor' },
  sendPhoneCode: { method: 'POST', path: '/api/second-factor/code' },
  enrolPhone: { method: 'PUT', path: '/api/second-factor' },
  removePhone: { method: 'POST', path: '/api/second-factor/remove' },
  changePassword: { method: 'POST', path: '/api/my-account/password' },
  listSessions: { method: 'GET', path: '/api/sessions' },
  endSession: { method: 'DELETE', path: '/api/sessions/:id' },
}

/** Those of better-auth that are open. */
export const providerRoutes: Routes<ProviderContract> = {
  logIn: { method: 'POST', path: '/identity/sign-in/email' },
  beginGoogle: { method: 'POST', path: '/identity/sign-in/social' },
  returnFromGoogle: { method: 'GET', path: '/identity/callback/google' },
  verifyEmail: { method: 'POST', path: '/identity/verify-email' },
  sendCode: { method: 'POST', path: '/identity/two-factor/send-otp' },
  checkCode: { method: 'POST', path: '/identity/two-factor/verify-otp' },
  listSecondFactorMethods: { method: 'GET', path: '/identity/second-factor/methods' },
  checkAppCode: { method: 'POST', path: '/identity/second-factor/app' },
  checkRecoveryCode: { method: 'POST', path: '/identity/second-factor/recovery' },
  logOut: { method: 'POST', path: '/identity/sign-out' },
  getIdentityToken: { method: 'GET', path: '/identity/token' },
}

export const imageRoutes: Routes<ImageContract> = {
  getUploadTarget: { method: 'GET', path: '/api/images' },
  storeImage: { method: 'POST', path: '/api/images' },
}

export const returnRoutes: Routes<ReturnContract> = {
  askReturn: { method: 'POST', path: '/api/orders/:id/returns' },
  listReturns: { method: 'GET', path: '/api/returns', defaults: { state: 'asked' } },
  acceptReturn: { method: 'POST', path: '/api/returns/:id/accept' },
  declineReturn: { method: 'POST', path: '/api/returns/:id/decline' },
  withdrawReturn: { method: 'POST', path: '/api/returns/:id/withdraw' },
  receiveReturn: { method: 'POST', path: '/api/returns/:id/receive' },
  refundReturn: { method: 'POST', path: '/api/returns/:id/refund' },
}

export const oldPartRoutes: Routes<OldPartContract> = {
  askOldPart: { method: 'POST', path: '/api/orders/:id/old-parts' },
  listOldParts: { method: 'GET', path: '/api/old-parts', defaults: { state: 'asked' } },
  giveBackDeposit: { method: 'POST', path: '/api/old-parts/:id/give-back' },
  declineOldPart: { method: 'POST', path: '/api/old-parts/:id/decline' },
}

export const withdrawalRoutes: Routes<WithdrawalContract> = {
  withdraw: { method: 'POST', path: '/api/purchases/:id/withdrawals' },
  listWithdrawable: { method: 'GET', path: '/api/withdrawable' },
  stateWithdrawal: { method: 'POST', path: '/api/withdrawals' },
  getStatement: { method: 'GET', path: '/api/withdrawals/:id' },
  confirmStatement: { method: 'POST', path: '/api/withdrawals/:id/confirm' },
  listWithdrawals: { method: 'GET', path: '/api/withdrawals', defaults: { state: 'open' } },
  acceptStatement: { method: 'POST', path: '/api/withdrawals/:id/accept' },
  closeStatement: { method: 'POST', path: '/api/withdrawals/:id/close' },
}

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
  askForAddress: { method: 'POST', path: '/api/purchases/:id/ask-for-address' },
  listParcels: { method: 'GET', path: '/api/parcels', defaults: { state: 'to_pack' } },
  getSlips: { method: 'GET', path: '/api/parcels/slips' },
  getLabels: { method: 'GET', path: '/api/parcels/labels' },
  getLabelsFile: { method: 'GET', path: '/api/parcels/labels.pdf' },
  listCarriers: { method: 'GET', path: '/api/carriers' },
  packParcels: { method: 'POST', path: '/api/parcels/pack' },
  shipParcel: { method: 'POST', path: '/api/parcels/:id/ship' },
  deliverParcel: { method: 'POST', path: '/api/parcels/:id/deliver' },
  undoParcelStep: { method: 'POST', path: '/api/parcels/:id/undo' },
  splitParcel: { method: 'POST', path: '/api/parcels/:id/split' },
  joinParcel: { method: 'POST', path: '/api/parcels/:id/join' },
  takeOutOfParcel: { method: 'POST', path: '/api/orders/:id/take-out' },
  refundOrder: { method: 'POST', path: '/api/orders/:id/refund' },
  exportOrders: { method: 'GET', path: '/api/orders.csv', defaults: { state: 'all' } },
  listFailedRefunds: { method: 'GET', path: '/api/refunds' },
  retryRefund: { method: 'POST', path: '/api/refunds/:id/retry' },
  closeRefund: { method: 'POST', path: '/api/refunds/:id/close' },
}

export const paymentRoutes: Routes<PaymentContract> = {
  startPayment: { method: 'POST', path: '/create-payment-intent' },
  getPayConfig: { method: 'GET', path: '/api/pay-config' },
}

export const partReviewRoutes: Routes<PartReviewContract> = {
  listPartReviews: { method: 'GET', path: '/api/service/:id/reviews', defaults: { sort: 'new' } },
}

export const questionRoutes: Routes<QuestionContract> = {
  listPartQuestions: { method: 'GET', path: '/api/service/:id/questions' },
  askQuestion: { method: 'POST', path: '/api/service/:id/questions' },
}

export const ownReviewRoutes: Routes<OwnReviewContract> = {
  listMyReviews: { method: 'GET', path: '/api/my-reviews' },
  listPartsToReview: { method: 'GET', path: '/api/my-parts-to-review' },
  getMyReview: { method: 'GET', path: '/api/service/:id/my-review' },
  editReview: { method: 'PUT', path: '/api/review/:id' },
  deleteReview: { method: 'DELETE', path: '/api/review/:id' },
  markHelpful: { method: 'PUT', path: '/api/review/:id/helpful' },
  reportReview: { method: 'POST', path: '/api/review/:id/report' },
}

export const stockAlertRoutes: Routes<StockAlertContract> = {
  getStockAlert: { method: 'GET', path: '/api/service/:id/alert' },
  addStockAlert: { method: 'PUT', path: '/api/service/:id/alert' },
  removeStockAlert: { method: 'DELETE', path: '/api/service/:id/alert' },
}

export const summaryRoutes: Routes<SummaryContract> = {
  getSummary: { method: 'GET', path: '/api/summary' },
  getToDo: { method: 'GET', path: '/api/to-do' },
}

export const userRoutes: Routes<UserContract> = {
  getProfile: { method: 'GET', path: '/api/profile/:email' },
  saveProfile: { method: 'PUT', path: '/api/profile/:email' },
  savePhoto: { method: 'POST', path: '/api/profile/:email/photo' },
  deletePhoto: { method: 'DELETE', path: '/api/profile/:email/photo' },
  listUsers: { method: 'GET', path: '/api/users' },
  makeAdmin: { method: 'PUT', path: '/user/admin/:email' },
  removeAdmin: { method: 'DELETE', path: '/user/admin/:email' },
  changeRole: { method: 'PUT', path: '/api/users/:email/role' },
  deleteUser: { method: 'DELETE', path: '/api/user/:email' },
  exportMyData: { method: 'GET', path: '/api/my-data' },
  getMyAccount: { method: 'GET', path: '/api/my-account' },
  deleteMyAccount: { method: 'POST', path: '/api/my-account/delete' },
}

export const relatedRoutes: Routes<RelatedContract> = {
  getRelatedParts: { method: 'GET', path: '/api/service/:id/related' },
  listRelatedToCart: { method: 'GET', path: '/api/related' },
}

export const needsRoutes: Routes<NeedsContract> = {
  getCarNeeds: { method: 'GET', path: '/api/needs' },
}

export const historyRoutes: Routes<HistoryContract> = {
  listBoughtParts: { method: 'GET', path: '/api/my-history' },
  listBoughtForCars: { method: 'GET', path: '/api/my-history/cars' },
  assignCar: { method: 'PUT', path: '/api/my-history/:id' },
}
