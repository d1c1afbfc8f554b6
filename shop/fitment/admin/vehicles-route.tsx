import { getByHttp } from '~/platform/client/api-context.ts'
import { tabbedLists } from '~/platform/lists/tabbed-lists.tsx'
import { manageFitmentsRoutes, vehicleAdminRoutes } from '~/shop/admin-routes.ts'
import { listLoader, staffGet } from '~/shop/identity/session/private-get.ts'
import { categoryRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { QuestionsData } from '~/shop/vehicles/admin/QuestionsPage.tsx'
import { QuestionsPage } from '~/shop/vehicles/admin/QuestionsPage.tsx'
import { loadVehicles, VehiclesPage } from '~/shop/vehicles/admin/VehiclesPage.tsx'
import { ApplicationsPage, loadApplications } from '../applications/ApplicationsPage.tsx'
import { loadVehicleTables, VehicleTablesPage } from '../applications/aces/VehicleTablesPage.tsx'
import { CarNamesPage, loadCarNames } from '../applications/CarNamesPage.tsx'
import { loadRemarks, RemarksPage } from '../applications/RemarksPage.tsx'
import { DoubtfulFitsPage } from './DoubtfulFitsPage.tsx'

export const { loader, Component } = tabbedLists(
  'Lists about cars',
  {
    '': { text: 'Vehicles', load: loadVehicles, Page: VehiclesPage },
    questions: {
      text: 'Questions',
      load: loadQuestions,
      Page: QuestionsPage,
    },
    doubtful: {
      text: 'Doubtful fits',
      load: listLoader(manageFitmentsRoutes.listDoubtfulFits),
      Page: DoubtfulFitsPage,
    },
    applications: { text: 'Supplier lists', load: loadApplications, Page: ApplicationsPage },
    tables: { text: 'Vehicle tables', load: loadVehicleTables, Page: VehicleTablesPage },
    names: { text: 'Names', load: loadCarNames, Page: CarNamesPage },
    remarks: { text: 'Remarks', load: loadRemarks, Page: RemarksPage },
  },
  (name) => urls.vehicles(name),
)

async function loadQuestions(): Promise<QuestionsData | null> {
  const [attributes, kinds] = await Promise.all([
    staffGet(vehicleAdminRoutes.listFitAttributes),
    getByHttp(categoryRoutes.listCategories),
  ])
  return attributes ? { attributes, kinds: kinds.data } : null
}
