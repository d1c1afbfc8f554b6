import { ImportCsv } from '~/platform/import/ImportCsv.tsx'
import { ExportButton } from '~/platform/lists/DownloadButton.tsx'
import { authApi, fetchAs } from '~/shop/identity/session/auth-client.ts'
import { fitmentsCsvRoutes } from '~/shop/routes.ts'

/** The lists of all parts as one file, and back again. */
export const FitmentFiles = ({ onImported }: { onImported: () => void }) => (
  <>
    <ExportButton download={() => fetchAs(fitmentsCsvRoutes.exportFitments)} />
    <ImportCsv
      title="Import cars of parts"
      one="line"
      hint="The columns of the export, which holds all parts. A product is named by its id or its own number, a car by its id. Lines are added, or their quantity and remark change; none is removed."
      send={(body) => authApi(fitmentsCsvRoutes.importFitments, { body })}
      onImported={onImported}
    />
  </>
)
