type App = {
  part?: string
  action?: 'A' | 'D'
  /** What it says besides its part, as XML. */
  says: string
  quantity?: number
  isDoubted?: boolean
}
type File = { submission?: string; version?: string; header?: string; footer?: string; transferred?: string }

/** An ACES file with these applications. */
export function acesFile(
  apps: App[],
  { submission = 'FULL', version = '4.2', header = '', footer, transferred = '2026-11-01' }: File = {},
) {
  const lines = apps.map(
    ({ part = 'AC 1', action = 'A', says, quantity = 2, isDoubted }, n) =>
      `<App action="${action}" id="${n + 1}"${isDoubted ? ' validate="no"' : ''}>${says}<Qty>${quantity}</Qty><PartType id="9"/><Part>${part}</Part></App>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<ACES version="${version}">`,
    `<Header><Company>Bremsa</Company><DocumentTitle>Discs</DocumentTitle><TransferDate>${transferred}</TransferDate><SubmissionType>${submission}</SubmissionType>${header}<VcdbVersionDate>2026-04-30</VcdbVersionDate></Header>`,
    ...lines,
    footer ?? `<Footer><RecordCount>${apps.length}</RecordCount></Footer>`,
    '</ACES>',
  ].join('\n')
}

export const base = (id: number, more = '') => `<BaseVehicle id="${id}"/>${more}`
export const years = (from: number, to: number, more = '', model = 11) =>
  `<Years from="${from}" to="${to}"/><Make id="1"/><Model id="${model}"/>${more}`
