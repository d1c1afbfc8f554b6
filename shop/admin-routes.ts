import type { Routes } from '~/platform/client/route.ts'
import type { myContactRoutes } from './account-routes.ts'
import type { AuditContract } from './audit/contract.ts'
import type { ManagedBlogContract } from './blog/contract.ts'
import type { BusinessContract } from './business/contract.ts'
import type { AttributesContract } from './catalogue/attributes/contract.ts'
import type { CategoriesContract } from './catalogue/categories/contract.ts'
import type { CsvContract } from './catalogue/csv/import-contract.ts'
import type { ImportsContract } from './catalogue/imports/contract.ts'
import type { ManageContract } from './catalogue/manage/manage-contract.ts'
import type { SynonymsContract } from './catalogue/synonyms/contract.ts'
import type { ContactContract } from './contact/contract.ts'
import type { ManageDiscountsContract } from './discounts/admin/contract.ts'
import type { ManageFitmentsContract } from './fitment/admin/contract.ts'
import type { VehicleTablesContract } from './fitment/applications/aces/contract.ts'
import type { ApplicationsContract } from './fitment/applications/contract.ts'
import type { FitmentsCsvContract } from './fitment/contract.ts'
import type { MailsContract } from './mails/contract.ts'
import type { NewsletterContract } from './newsletter/contract.ts'
import type { IssuesContract } from './newsletter/issues/contract.ts'
import type { BooksContract } from './orders/books/contract.ts'
import type { FeedsContract } from './programs/feeds/contract.ts'
import type { TokensContract } from './programs/tokens/contract.ts'
import type { WebhooksContract } from './programs/webhooks/contract.ts'
import type { RatesContract } from './rates/contract.ts'
import type { ManageRelatedContract } from './related/admin/contract.ts'
import type { ReviewQueueContract } from './reviews/queue/contract.ts'
import type {
  businessRoutes,
  categoryRoutes,
  contactRoutes,
  newsletterRoutes,
  textsRoutes,
} from './routes.ts'
import type { TextsContract } from './texts/contract.ts'
import type { VehicleAdminContract } from './vehicles/admin/contract.ts'

/** What only staff calls. */
export const auditRoutes: Routes<AuditContract> = {
  listAuditEntries: { method: 'GET', path: '/api/audit' },
}

export const attributeRoutes: Routes<AttributesContract> = {
  listAttributes: { method: 'GET', path: '/api/manage/attributes' },
  listAttributesOfKind: { method: 'GET', path: '/api/manage/categories/:id/attributes' },
  addAttribute: { method: 'POST', path: '/api/manage/attributes' },
  renameAttribute: { method: 'PUT', path: '/api/manage/attributes/:id' },
  deleteAttribute: { method: 'DELETE', path: '/api/manage/attributes/:id' },
}

export const booksRoutes: Routes<BooksContract> = {
  listBooks: { method: 'GET', path: '/api/books' },
  exportBooks: { method: 'GET', path: '/api/books.csv' },
}

export const managedBlogRoutes: Routes<ManagedBlogContract> = {
  listManagedBlogs: { method: 'GET', path: '/api/manage/blogs' },
  getEditedBlog: { method: 'GET', path: '/api/manage/blogs/:id' },
  addBlog: { method: 'POST', path: '/api/manage/blogs' },
  changeBlog: { method: 'PUT', path: '/api/manage/blogs/:id' },
  deleteBlog: { method: 'DELETE', path: '/api/manage/blogs/:id' },
}

export const csvRoutes: Routes<CsvContract> = {
  exportProducts: { method: 'GET', path: '/api/manage/services.csv' },
  importProducts: { method: 'POST', path: '/api/manage/services/import' },
  lookAtSheet: { method: 'POST', path: '/api/manage/services/columns' },
  exportNumbers: { method: 'GET', path: '/api/manage/numbers.csv' },
  importNumbers: { method: 'POST', path: '/api/manage/numbers/import' },
}

export const importsRoutes: Routes<ImportsContract> = {
  listImports: { method: 'GET', path: '/api/manage/imports' },
  addImport: { method: 'POST', path: '/api/manage/imports' },
  sendImportPiece: { method: 'PUT', path: '/api/manage/imports/:id/pieces/:n' },
  getImport: { method: 'GET', path: '/api/manage/imports/:id' },
  setImportState: { method: 'PUT', path: '/api/manage/imports/:id/state' },
  exportImportMistakes: { method: 'GET', path: '/api/manage/imports/:id/problems.csv' },
}

export const manageRoutes: Routes<ManageContract> = {
  listManagedProducts: { method: 'GET', path: '/api/manage/services' },
  getManagedProduct: { method: 'GET', path: '/api/manage/services/:id' },
  setVisibility: { method: 'PUT', path: '/api/manage/services/:id/visibility' },
  addProduct: { method: 'POST', path: '/api/services' },
  editProduct: { method: 'PUT', path: '/api/services/:id/details' },
  deleteProduct: { method: 'DELETE', path: '/api/services/:id' },
}

export const reviewQueueRoutes: Routes<ReviewQueueContract> = {
  listQueue: { method: 'GET', path: '/api/manage/review-queue' },
  listManagedReviews: { method: 'GET', path: '/api/manage/reviews', defaults: { state: 'all' } },
  listManagedQuestions: { method: 'GET', path: '/api/manage/questions', defaults: { state: 'all' } },
  checkReview: { method: 'POST', path: '/api/manage/reviews/:id/check' },
  hideReview: { method: 'PUT', path: '/api/manage/reviews/:id/hidden' },
  replyToReview: { method: 'PUT', path: '/api/manage/reviews/:id/reply' },
  answerQuestion: { method: 'PUT', path: '/api/manage/questions/:id/answer' },
  hideQuestion: { method: 'PUT', path: '/api/manage/questions/:id/hidden' },
  makeArticle: { method: 'POST', path: '/api/manage/questions/:id/article' },
}

export const synonymRoutes: Routes<SynonymsContract> = {
  getSynonyms: { method: 'GET', path: '/api/manage/synonyms' },
  setSynonyms: { method: 'PUT', path: '/api/manage/synonyms' },
}

export const manageDiscountsRoutes: Routes<ManageDiscountsContract> = {
  listDiscounts: { method: 'GET', path: '/api/manage/discounts' },
  addDiscount: { method: 'POST', path: '/api/manage/discounts' },
  changeDiscount: { method: 'PUT', path: '/api/manage/discounts/:id' },
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

export const applicationsRoutes: Routes<ApplicationsContract> = {
  lookAtApplications: { method: 'POST', path: '/api/manage/applications/columns' },
  listApplicationImports: { method: 'GET', path: '/api/manage/applications' },
  addApplicationImport: { method: 'POST', path: '/api/manage/applications' },
  sendApplicationPiece: { method: 'PUT', path: '/api/manage/applications/:id/pieces/:n' },
  getApplicationImport: { method: 'GET', path: '/api/manage/applications/:id' },
  setApplicationsState: { method: 'PUT', path: '/api/manage/applications/:id/state' },
  listCarNames: { method: 'GET', path: '/api/manage/car-names', defaults: { state: 'open' } },
  listNameChoices: { method: 'GET', path: '/api/manage/car-names/:id/choices' },
  setCarName: { method: 'PUT', path: '/api/manage/car-names/:id' },
  listApplicationNotes: { method: 'GET', path: '/api/manage/remarks', defaults: { state: 'open' } },
  setNoteMeaning: { method: 'PUT', path: '/api/manage/remarks/:id' },
}

export const vehicleTablesRoutes: Routes<VehicleTablesContract> = {
  listVehicleTables: { method: 'GET', path: '/api/manage/vehicle-tables' },
  readVehicleTables: { method: 'POST', path: '/api/manage/vehicle-tables' },
}

export const mailsRoutes: Routes<MailsContract> = {
  listUndeliveredMails: { method: 'GET', path: '/api/mails' },
  retryMail: { method: 'POST', path: '/api/mails/:id/retry' },
  deleteMail: { method: 'DELETE', path: '/api/mails/:id' },
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

export const ratesRoutes: Routes<RatesContract> = {
  getRates: { method: 'GET', path: '/api/manage/rates' },
  saveDelivery: { method: 'PUT', path: '/api/manage/rates/delivery' },
  saveTax: { method: 'PUT', path: '/api/manage/rates/tax' },
}

export const managedBusinessRoutes: Routes<Omit<BusinessContract, keyof typeof businessRoutes>> = {
  getBusinessSection: { method: 'GET', path: '/api/manage/business/:section' },
  changeBusinessSection: { method: 'PUT', path: '/api/manage/business/:section' },
  getOpening: { method: 'GET', path: '/api/manage/opening' },
  skipOpeningStep: { method: 'PUT', path: '/api/manage/opening/:step' },
}

export const managedTextsRoutes: Routes<Omit<TextsContract, keyof typeof textsRoutes>> = {
  listPages: { method: 'GET', path: '/api/manage/pages' },
  getEditedPage: { method: 'GET', path: '/api/manage/pages/:id' },
  changePage: { method: 'PUT', path: '/api/manage/pages/:id' },
  previewText: { method: 'POST', path: '/api/manage/texts/preview' },
}

export const managedCategoryRoutes: Routes<Omit<CategoriesContract, keyof typeof categoryRoutes>> = {
  addCategory: { method: 'POST', path: '/api/categories' },
  editCategory: { method: 'PUT', path: '/api/categories/:id' },
  moveCategory: { method: 'POST', path: '/api/categories/:id/move' },
  deleteCategory: { method: 'DELETE', path: '/api/categories/:id' },
}

export const managedContactRoutes: Routes<
  Omit<ContactContract, keyof typeof contactRoutes | keyof typeof myContactRoutes>
> = {
  listMessages: { method: 'GET', path: '/api/messages', defaults: { state: 'all' } },
  getMessage: { method: 'GET', path: '/api/messages/:id' },
  markMessage: { method: 'PATCH', path: '/api/messages/:id' },
  answerMessage: { method: 'POST', path: '/api/messages/:id/answers' },
  answerElsewhere: { method: 'POST', path: '/api/messages/:id/answered-elsewhere' },
  exportMessages: { method: 'GET', path: '/api/messages.csv' },
}

export const managedNewsletterRoutes: Routes<Omit<NewsletterContract, keyof typeof newsletterRoutes>> = {
  listSubscriptions: { method: 'GET', path: '/api/newsletter' },
  exportSubscriptions: { method: 'GET', path: '/api/newsletter.csv' },
  takeOff: { method: 'DELETE', path: '/api/manage/newsletter/:email' },
}

export const issuesRoutes: Routes<IssuesContract> = {
  listNewsletters: { method: 'GET', path: '/api/manage/newsletters' },
  getNewsletter: { method: 'GET', path: '/api/manage/newsletters/:id' },
  addNewsletter: { method: 'POST', path: '/api/manage/newsletters' },
  changeNewsletter: { method: 'PUT', path: '/api/manage/newsletters/:id' },
  deleteNewsletter: { method: 'DELETE', path: '/api/manage/newsletters/:id' },
  testNewsletter: { method: 'POST', path: '/api/manage/newsletters/:id/test' },
  sendNewsletter: { method: 'POST', path: '/api/manage/newsletters/:id/send' },
  setNewsletterState: { method: 'PUT', path: '/api/manage/newsletters/:id/state' },
  retryNewsletter: { method: 'POST', path: '/api/manage/newsletters/:id/retry' },
}

export const manageRelatedRoutes: Routes<ManageRelatedContract> = {
  listRelatedParts: { method: 'GET', path: '/api/manage/services/:id/related' },
  setRelatedParts: { method: 'PUT', path: '/api/manage/services/:id/related' },
}

export const tokensRoutes: Routes<TokensContract> = {
  listTokens: { method: 'GET', path: '/api/manage/tokens' },
  addToken: { method: 'POST', path: '/api/manage/tokens' },
  revokeToken: { method: 'DELETE', path: '/api/manage/tokens/:id' },
}

export const webhooksRoutes: Routes<WebhooksContract> = {
  listWebhooks: { method: 'GET', path: '/api/manage/webhooks' },
  addWebhook: { method: 'POST', path: '/api/manage/webhooks' },
  changeWebhook: { method: 'PUT', path: '/api/manage/webhooks/:id' },
  deleteWebhook: { method: 'DELETE', path: '/api/manage/webhooks/:id' },
  renewWebhookSecret: { method: 'POST', path: '/api/manage/webhooks/:id/secret' },
  testWebhook: { method: 'POST', path: '/api/manage/webhooks/:id/test' },
  listDeliveries: { method: 'GET', path: '/api/manage/deliveries', defaults: { state: 'all' } },
  replayDelivery: { method: 'POST', path: '/api/manage/deliveries/:id/replay' },
}

/** The feeds themselves are for who has their address, which has a key. */
export const feedsRoutes: Routes<FeedsContract> = {
  getGoogleFeed: { method: 'GET', path: '/feeds/google.xml' },
  getMetaFeed: { method: 'GET', path: '/feeds/meta.csv' },
  getFeeds: { method: 'GET', path: '/api/manage/feeds' },
  listLeftOut: { method: 'GET', path: '/api/manage/feeds/left-out' },
  renewFeedKey: { method: 'POST', path: '/api/manage/feeds/key' },
  switchOffFeeds: { method: 'POST', path: '/api/manage/feeds/off' },
}
