import { ImportCsv } from '~/platform/import/ImportCsv.tsx'
import { DownloadButton } from '~/platform/lists/DownloadButton.tsx'
import { authApi, fetchAs } from '~/shop/identity/session/auth-client.ts'
import { csvRoutes } from '~/shop/routes.ts'

/** The part numbers of all products, one per line. */
export const NumberFiles = ({ onImported }: { onImported: () => void }) => (
  <>
    <DownloadButton
      download={() => fetchAs(csvRoutes.exportNumbers)}
      text="Export numbers"
      busy="Exporting…"
      className="btn-small"
    />
    <ImportCsv
      title="Import part numbers"
      text="Import numbers"
      one="number"
      hint="The columns of the export. A product is named by its id or its own number; the kind is Own, OE, Competitor, Replaces or EAN. Numbers are added or their spelling is changed; none is removed."
      send={(body) => authApi(csvRoutes.importNumbers, { body })}
      onImported={onImported}
    />
  </>
)
