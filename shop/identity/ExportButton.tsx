import { DownloadButton } from './DownloadButton.tsx'

export const ExportButton = ({ path }: { path: string }) => (
  <DownloadButton path={path} text="Export CSV" busy="Exporting…" className="btn-small" />
)
