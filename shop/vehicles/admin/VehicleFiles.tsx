import { ImportCsv } from '~/platform/import/ImportCsv.tsx'
import { ExportButton } from '~/platform/lists/DownloadButton.tsx'
import { authApi, fetchAs } from '~/shop/identity/session/auth-client.ts'
import { vehicleAdminRoutes } from '~/shop/routes.ts'

/** The list of cars as one file, and back again. */
export const VehicleFiles = ({ onImported }: { onImported: () => void }) => (
  <>
    <ExportButton download={() => fetchAs(vehicleAdminRoutes.exportVehicles)} />
    <ImportCsv
      title="Import vehicles"
      one="car"
      hint="The columns of the export. With the column id cars are found by it, without it by their name and the first month. Cars are added or changed; none is removed."
      send={(body) => authApi(vehicleAdminRoutes.importVehicles, { body })}
      onImported={onImported}
    />
  </>
)
