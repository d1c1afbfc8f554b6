import type { Routes } from '~/platform/client/route.ts'
import type { SynonymsContract } from './contract.ts'

export const synonymRoutes: Routes<SynonymsContract> = {
  getSynonyms: { method: 'GET', path: '/api/manage/synonyms' },
  setSynonyms: { method: 'PUT', path: '/api/manage/synonyms' },
}
