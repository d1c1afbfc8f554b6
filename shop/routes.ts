import type { Routes } from '~/platform/client/route.ts'
import type { BlogContract } from './blog/contract.ts'
import type { BusinessContract } from './business/contract.ts'
import type { CategoriesContract } from './catalogue/categories/contract.ts'
import type { CatalogueContract } from './catalogue/contract.ts'
import type { ContactContract } from './contact/contract.ts'
import type { FitmentContract } from './fitment/contract.ts'
import type { MailboxContract } from './mailbox/contract.ts'
import type { NewsletterContract } from './newsletter/contract.ts'
import type { DeliveryContract } from './rates/contract.ts'
import type { ReviewContract } from './reviews/contract.ts'
import type { TextsContract } from './texts/contract.ts'
import type { VehicleContract } from './vehicles/contract.ts'
import type { GarageContract } from './vehicles/garage/contract.ts'
import type { VinContract } from './vehicles/vin/contract.ts'

/** What any visitor calls; account-routes.ts is for a cart and an account, admin-routes.ts for staff, so that the first page does without both. */
export const blogRoutes: Routes<BlogContract> = {
  listBlogs: { method: 'GET', path: '/api/blogs' },
  getBlog: { method: 'GET', path: '/api/blog/:id' },
}

export const businessRoutes: Routes<Pick<BusinessContract, 'getBusiness' | 'getHomeTexts'>> = {
  getBusiness: { method: 'GET', path: '/api/business' },
  getHomeTexts: { method: 'GET', path: '/api/business/home' },
}

export const categoryRoutes: Routes<Pick<CategoriesContract, 'listCategories'>> = {
  listCategories: { method: 'GET', path: '/api/categories' },
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

export const contactRoutes: Routes<Pick<ContactContract, 'sendMessage'>> = {
  sendMessage: { method: 'POST', path: '/api/contact' },
}

export const fitmentRoutes: Routes<FitmentContract> = {
  listFitMarks: { method: 'GET', path: '/api/fit' },
  getPartFit: { method: 'GET', path: '/api/service/:id/fit' },
  listPartVehicles: { method: 'GET', path: '/api/service/:id/vehicles' },
}

export const mailboxRoutes: Routes<MailboxContract> = {
  listMailboxMails: { method: 'GET', path: '/api/mailbox' },
}

export const newsletterRoutes: Routes<Pick<NewsletterContract, 'subscribe'>> = {
  subscribe: { method: 'POST', path: '/api/newsletter/:email' },
}

export const deliveryRoutes: Routes<DeliveryContract> = {
  getDeliveryTo: { method: 'GET', path: '/api/delivery' },
}

export const reviewRoutes: Routes<ReviewContract> = {
  listReviews: { method: 'GET', path: '/api/reviews' },
  getReviewSummary: { method: 'GET', path: '/api/reviews/summary' },
  addReview: { method: 'POST', path: '/api/review' },
}

export const vehicleRoutes: Routes<VehicleContract> = {
  listMakes: { method: 'GET', path: '/api/vehicles/makes' },
  listModels: { method: 'GET', path: '/api/vehicles/models' },
  listVehicles: { method: 'GET', path: '/api/vehicles' },
  searchVehicles: { method: 'GET', path: '/api/vehicles/search' },
  findNamedVehicles: { method: 'GET', path: '/api/vehicles/named' },
  getVehicle: { method: 'GET', path: '/api/vehicle/:id' },
}

export const vinRoutes: Routes<VinContract> = {
  readVin: { method: 'POST', path: '/api/vin' },
}

export const garageRoutes: Routes<GarageContract> = {
  listGarage: { method: 'GET', path: '/api/my-garage' },
  saveGarageCar: { method: 'PUT', path: '/api/my-garage/:id' },
  removeGarageCar: { method: 'DELETE', path: '/api/my-garage/:id' },
}

export const textsRoutes: Routes<Pick<TextsContract, 'getPage'>> = {
  getPage: { method: 'GET', path: '/api/pages/:id' },
}
