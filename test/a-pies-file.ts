type Item = {
  number: string
  /** Its segments. */
  inside?: string
  code?: string
  /** What the brand is called; the newest version does not say it. */
  label?: string
  is?: 'A' | 'C' | 'D' | 'N'
}
type File = {
  version?: string
  submission?: string
  namespace?: string
  sheets?: string
  /** How many items it says that it has. */
  count?: number
}

/** A file of a maker as its programs write it. */
export const aPiesFile = (
  items: Item[],
  {
    version = '7.2',
    submission = 'FULL',
    namespace = 'http://www.autocare.org',
    sheets = '',
    count = items.length,
  }: File = {},
) => `<?xml version="1.0" encoding="UTF-8"?>
<PIES xmlns="${namespace}">
  <Header>
    <PIESVersion>${version}</PIESVersion>
    <SubmissionType>${submission}</SubmissionType>
    <PCdbVersionDate>2026-10-29</PCdbVersionDate>
  </Header>
  ${sheets && `<PriceSheets>${sheets}</PriceSheets>`}
  <Items>
${items.map(anItem).join('\n')}
  </Items>
  <Trailer>
    <ItemCount>${count}</ItemCount>
    <TransactionDate>2026-11-01</TransactionDate>
  </Trailer>
</PIES>
`

const anItem = ({ number, inside = '', code = 'ZPEL', label = 'Pelka', is = 'A' }: Item) =>
  `    <Item MaintenanceType="${is}">
      <PartNumber>${number}</PartNumber>
      <BrandAAIAID>${code}</BrandAAIAID>
      ${label && `<BrandLabel>${label}</BrandLabel>`}
      <PartTerminologyID>1896</PartTerminologyID>
      ${inside}
    </Item>`

/** By their codes, in English where nothing else is said. */
export const descriptions = (texts: Record<string, string | string[]>, language = '') =>
  `<Descriptions>${Object.entries(texts)
    .flatMap(([code, given]) =>
      [given]
        .flat()
        .map(
          (text, n) =>
            `<Description MaintenanceType="A" DescriptionCode="${code}" Sequence="${n + 1}"${
              language && ` LanguageCode="${language}"`
            }>${text}</Description>`,
        ),
    )
    .join('')}</Descriptions>`

type Pricing = { type: string; amount: string; unit?: string; more?: string }

export const prices = (...all: Pricing[]) =>
  `<Prices>${all
    .map(
      ({ type, amount, unit = 'PE', more = '' }) =>
        `<Pricing MaintenanceType="A" PriceType="${type}">${more}<Price UOM="${unit}">${amount}</Price></Pricing>`,
    )
    .join('')}</Prices>`
