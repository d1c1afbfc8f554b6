import type { Routes } from '~/platform/client/route.ts'
import type { FitmentsCsvContract } from '~/shop/fitment/contract.ts'
import type { AddressContract } from './addresses/contract.ts'
import type { AuditContract } from './audit/contract.ts'
import type { BlogContract } from './blog/contract.ts'
import type { BusinessContract } from './business/contract.ts'
import type { CartContract } from './cart/contract.ts'
import type { AttributesContract } from './catalogue/attributes/contract.ts'
import type { CategoriesContract } from './catalogue/categories/contract.ts'
import type { CatalogueContract } from './catalogue/contract.ts'
import type { CsvContract } from './catalogue/csv/import-contract.ts'
import type { ManageContract } from './catalogue/manage/manage-contract.ts'
import type { SynonymsContract } from './catalogue/synonyms/contract.ts'
import type { ContactContract } from './contact/contract.ts'
import type { ManageFitmentsContract } from './fitment/admin/contract.ts'
import type { FitmentContract } from './fitment/contract.ts'
import type { IdentityContract, ProviderContract } from './identity/contract.ts'
import type { ImageContract } from './images/contract.ts'
import type { MailboxContract } from './mailbox/contract.ts'
import type { MailsContract } from './mails/contract.ts'
import type { NewsletterContract } from './newsletter/contract.ts'
import type { OrderContract } from './orders/contract.ts'
import type { ReturnContract } from './orders/returns/contract.ts'
import type { PaymentContract } from './payments/contract.ts'
import type { ReviewContract } from './reviews/contract.ts'
import type { StockAlertContract } from './stock-alerts/contract.ts'
import type { SummaryContract } from './summary/contract.ts'
import type { TextsContract } from './texts/contract.ts'
import type { UserContract } from './users/contract.ts'
import type { VehicleAdminContract } from './vehicles/admin/contract.ts'
import type { VehicleContract } from './vehicles/contract.ts'

export const addressRoutes: Routes<AddressContract> = {
  listAddresses: { method: 'GET', path: '/api/addresses' },
  addAddress: { method: 'POST', path: '/api/addresses' },
  changeAddress: { method: 'PUT', path: '/api/addresses/:id' },
  deleteAddress: { method: 'DELETE', path: '/api/addresses/:id' },
}

export const auditRoutes: Routes<AuditContract> = {
  listAuditEntries: { method: 'GET', path: '/api/audit' },
}

export const blogRoutes: Routes<BlogContract> = {
  listBlogs: { method: 'GET', path: '/api/blogs' },
  getBlog: { method: 'GET', path: '/api/blog/:id' },
}

export const businessRoutes: Routes<BusinessContract> = {
  getBusiness: { method: 'GET', path: '/api/business' },
  getBusinessSection: { method: 'GET', path: '/api/manage/business/:section' },
  changeBusinessSection: { method: 'PUT', path: '/api/manage/business/:section' },
}

export const cartRoutes: Routes<CartContract> = {
  getCart: { method: 'GET', path: '/api/cart' },
  setCartLine: { method: 'PUT', path: '/api/cart/lines' },
  mergeCart: { method: 'POST', path: '/api/cart/merge' },
  checkCart: { method: 'POST', path: '/api/cart/check' },
  orderAgain: { method: 'POST', path: '/api/purchases/:id/again' },
  checkout: { method: 'POST', path: '/api/checkout' },
}

export const attributeRoutes: Routes<AttributesContract> = {
  listAttributes: { method: 'GET', path: '/api/manage/attributes' },
  addAttribute: { method: 'POST', path: '/api/manage/attributes' },
  renameAttribute: { method: 'PUT', path: '/api/manage/attributes/:id' },
  deleteAttribute: { method: 'DELETE', path: '/api/manage/attributes/:id' },
}

export const categoryRoutes: Routes<CategoriesContract> = {
  listCategories: { method: 'GET', path: '/api/categories' },
  addCategory: { method: 'POST', path: '/api/categories' },
  editCategory: { method: 'PUT', path: '/api/categories/:id' },
  moveCategory: { method: 'POST', path: '/api/categories/:id/move' },
  deleteCategory: { method: 'DELETE', path: '/api/categories/:id' },
}

export const csvRoutes: Routes<CsvContract> = {
  exportProducts: { method: 'GET', path: '/api/manage/services.csv' },
  importProducts: { method: 'POST', path: '/api/manage/services/import' },
  exportNumbers: { method: 'GET', path: '/api/manage/numbers.csv' },
  importNumbers: { method: 'POST', path: '/api/manage/numbers/import' },
}

export const manageRoutes: Routes<ManageContract> = {
  listManagedProducts: { method: 'GET', path: '/api/manage/services' },
  addProduct: { method: 'POST', path: '/api/services' },
  editProduct: { method: 'PUT', path: '/api/services/:id/details' },
  deleteProduct: { method: 'DELETE', path: '/api/services/:id' },
}

export const catalogueRoutes: Routes<CatalogueContract> = {
  listProducts: { method: 'GET', path: '/api/services', defaults: { sort: 'featured' } },
  getFacets: { method: 'GET', path: '/api/facets' },
  getProduct: { method: 'GET', path: '/api/service/:id' },
  setStock: { method: 'PUT', path: '/api/services/:id' },
  reportStock: { method: 'PATCH', path: '/api/service/:id' },
}

/** A stream of notices that products have changed, also of those in the last so many seconds. */
export const liveProductsPath = '/api/live'

export const synonymRoutes: Routes<SynonymsContract> = {
  getSynonyms: { method: 'GET', path: '/api/manage/synonyms' },
  setSynonyms: { method: 'PUT', path: '/api/manage/synonyms' },
}

export const contactRoutes: Routes<ContactContract> = {
  sendMessage: { method: 'POST', path: '/api/contact' },
  listMessages: { method: 'GET', path: '/api/messages', defaults: { state: 'all' } },
  markMessage: { method: 'PATCH', path: '/api/messages/:id' },
  exportMessages: { method: 'GET', path: '/api/messages.csv' },
}

export const manageFitmentsRoutes: Routes<ManageFitmentsContract> = {
  listFitments: { method: 'GET', path: '/api/manage/services/:id/fitments' },
  listDoubtfulFits: { method: 'GET', path: '/api/manage/doubtful-fits' },
  addFitment: { method: 'POST', path: '/api/manage/services/:id/fitments' },
  copyFitments: { method: 'POST', path: '/api/manage/services/:id/fitments/copy' },
  editFitment: { method: 'PUT', path: '/api/manage/fitments/:id' },
  deleteFitment: { method: 'DELETE', path: '/api/manage/fitments/:id' },
}

export const fitmentsCsvRoutes: Routes<FitmentsCsvContract> = {
  exportFitments: { method: 'GET', path: '/api/manage/fitments.csv' },
  importFitments: { method: 'POST', path: '/api/manage/fitments/import' },
}

export const fitmentRoutes: Routes<FitmentContract> = {
  listFitMarks: { method: 'GET', path: '/api/fit' },
  getPartFit: { method: 'GET', path: '/api/service/:id/fit' },
  listPartVehicles: { method: 'GET', path: '/api/service/:id/vehicles' },
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

export const mailboxRoutes: Routes<MailboxContract> = {
  listMailboxMails: { method: 'GET', path: '/api/mailbox' },
}

export const mailsRoutes: Routes<MailsContract> = {
  listUndeliveredMails: { method: 'GET', path: '/api/mails' },
  retryMail: { method: 'POST', path: '/api/mails/:id/retry' },
  deleteMail: { method: 'DELETE', path: '/api/mails/:id' },
}

export const newsletterRoutes: Routes<NewsletterContract> = {
  subscribe: { method: 'POST', path: '/api/newsletter/:email' },
  listSubscriptions: { method: 'GET', path: '/api/newsletter' },
  exportSubscriptions: { method: 'GET', path: '/api/newsletter.csv' },
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

export const paymentRoutes: Routes<PaymentContract> = {
  startPayment: { method: 'POST', path: '/create-payment-intent' },
  getPayConfig: { method: 'GET', path: '/api/pay-config' },
}

export const reviewRoutes: Routes<ReviewContract> = {
  listReviews: { method: 'GET', path: '/api/reviews' },
  getReviewSummary: { method: 'GET', path: '/api/reviews/summary' },
  addReview: { method: 'POST', path: '/api/review' },
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

export const vehicleAdminRoutes: Routes<VehicleAdminContract> = {
  listManagedVehicles: { method: 'GET', path: '/api/manage/vehicles' },
  addVehicle: { method: 'POST', path: '/api/manage/vehicles' },
  editVehicle: { method: 'PUT', path: '/api/manage/vehicles/:id' },
  deleteVehicle: { method: 'DELETE', path: '/api/manage/vehicles/:id' },
  exportVehicles: { method: 'GET', path: '/api/manage/vehicles.csv' },
  importVehicles: { method: 'POST', path: '/api/manage/vehicles/import' },
  listFitAttributes: { method: 'GET', path: '/api/manage/fit-attributes' },
  addFitAttribute: { method: 'POST', path: '/api/manage/fit-attributes' },
  editFitAttribute: { method: 'PUT', path: '/api/manage/fit-attributes/:id' },
}

export const vehicleRoutes: Routes<VehicleContract> = {
  listMakes: { method: 'GET', path: '/api/vehicles/makes' },
  listModels: { method: 'GET', path: '/api/vehicles/models' },
  listVehicles: { method: 'GET', path: '/api/vehicles' },
  searchVehicles: { method: 'GET', path: '/api/vehicles/search' },
  findNamedVehicles: { method: 'GET', path: '/api/vehicles/named' },
  getVehicle: { method: 'GET', path: '/api/vehicle/:id' },
  readVin: { method: 'POST', path: '/api/vin' },
  listGarage: { method: 'GET', path: '/api/my-garage' },
  saveGarageCar: { method: 'PUT', path: '/api/my-garage/:id' },
  removeGarageCar: { method: 'DELETE', path: '/api/my-garage/:id' },
}

export const textsRoutes: Routes<TextsContract> = {
  getPage: { method: 'GET', path: '/api/pages/:id' },
  listPages: { method: 'GET', path: '/api/manage/pages' },
  getEditedPage: { method: 'GET', path: '/api/manage/pages/:id' },
  changePage: { method: 'PUT', path: '/api/manage/pages/:id' },
  previewText: { method: 'POST', path: '/api/manage/texts/preview' },
}
