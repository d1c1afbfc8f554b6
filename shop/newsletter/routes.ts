import type { Routes } from '~/platform/client/route.ts'
import type { NewsletterContract } from './contract.ts'

export const newsletterRoutes: Routes<NewsletterContract> = {
  subscribe: { method: 'POST', path: '/api/newsletter/:email' },
  listSubscriptions: { method: 'GET', path: '/api/newsletter' },
  exportSubscriptions: { method: 'GET', path: '/api/newsletter.csv' },
}
