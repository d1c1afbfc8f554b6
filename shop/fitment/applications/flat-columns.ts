import { headingKey } from '~/shop/catalogue/csv/sheet-columns.ts'

/** What a column of a supplier's list of cars can be. */
export const flatColumns = {
  part: 'Part number',
  brand: 'Brand of the part',
  years: 'Year, or years like 2003-2006',
  from: 'First year or month',
  to: 'Last year or month',
  make: 'Make',
  model: 'Model',
  submodel: 'Submodel or trim',
  engine: 'Engine',
  position: 'Place on the car',
  quantity: 'Pieces needed',
  notes: 'Remarks',
  details: 'Several, like Year=2004|Make=Honda',
} as const
export type FlatColumn = keyof typeof flatColumns
export const flatColumnNames = Object.keys(flatColumns) as FlatColumn[]

/** What headings say, in English and German, folded; the first ones of each are the surest. */
const words: Record<FlatColumn, readonly string[]> = {
  part: [
    'part number|part no|partno|partnumber|part nr|part|exppartno|item number|item no|sku|customlabel|custom label|mpn',
    'artikel nr|artikelnr|artikelnummer|art nr|artnr|teilenummer|teile nr|teilenr|bestellnummer',
    'article number|article no|article|product|product code|artikel',
  ],
  brand: ['part brand|brand|brand name|teilemarke', 'brandid|brandaaiaid|manufacturer|hersteller|lieferant'],
  years: ['year|years|model year|year range|modelljahr|modelljahre|jahr|baujahr|baujahre'],
  from: [
    'year from|from year|yearfrom|fromyear|start year|begin year|beginyear|year start|first year|year begin|from',
    'baujahr von|jahr von|bj von|von|ab|baujahr ab|modelljahr von|bauzeit von|gebaut von|produktion von',
    'built from|production from|date from',
  ],
  to: [
    'year to|to year|yearto|toyear|end year|endyear|year end|last year|thru year|to',
    'baujahr bis|jahr bis|bj bis|bis|modelljahr bis|bauzeit bis|gebaut bis|produktion bis',
    'built to|production to|date to',
  ],
  make: [
    'make|vehicle make|car make|makename',
    'marke|fahrzeugmarke|automarke|fahrzeughersteller|kfz hersteller',
  ],
  model: ['model|vehicle model|car model|modelname', 'modell|fahrzeugmodell|modellreihe|fahrzeug|baureihe'],
  submodel: ['submodel|sub model|trim|submodelname|version', 'untermodell|ausstattung|variante'],
  engine: [
    'engine|engine name|enginebase|engine base|motor|motorisierung|motorbezeichnung',
    'engine code|motorcode|motorkennbuchstabe|mkb|motor code',
  ],
  position: [
    'position|location|placement|placement on vehicle|fitting position',
    'einbauort|einbauposition|lage|einbauseite',
  ],
  quantity: [
    'quantity|qty|per car|quantity per car|qty per vehicle|pieces',
    'menge|stuck|anzahl|stuckzahl|menge pro fahrzeug',
  ],
  notes: [
    'notes|note|remarks|remark|comments|comment|fitment notes|fitment comments|qualifiers|restrictions|condition|conditions',
    'bemerkung|bemerkungen|hinweis|hinweise|anmerkung|einschrankung|einschrankungen|zusatzinfo',
  ],
  details: ['relationshipdetails|relationship details|compatibility details|compatibility'],
}

const rankOf = new Map(
  Object.entries(words).flatMap(([name, lists]) =>
    lists.flatMap((list, rank) => list.split('|').map((word) => [word, { name, rank }] as const)),
  ),
)

/** What each column probably is, or nothing. Of two that may be the same, one is; remarks may be several. */
export function guessFlatColumns(headings: string[]): string[] {
  const guesses = headings.map((heading) => rankOf.get(headingKey(heading)))
  return guesses.map((guess, n) => {
    if (!guess) return ''
    const isBetter = (other: (typeof guesses)[number], m: number) =>
      other?.name === guess.name && (other.rank < guess.rank || (other.rank === guess.rank && m < n))
    return guess.name === 'notes' || !guesses.some(isBetter) ? guess.name : ''
  })
}

/** What stands in the way of reading a file so. */
export function flatColumnsProblem(columns: readonly string[]) {
  const isNamed = (name: FlatColumn) => columns.includes(name)
  const twice = flatColumnNames.find(
    (name) => name !== 'notes' && columns.indexOf(name) !== columns.lastIndexOf(name),
  )
  if (twice) return `Two columns are “${flatColumns[twice]}”: only one can be.`
  if (!isNamed('part')) return 'Say which column has the part number.'
  if (isNamed('details')) return undefined
  if (!isNamed('make') || !isNamed('model'))
    return 'Say which columns have the make and the model of the cars.'
  if (!isNamed('years') && !(isNamed('from') && isNamed('to')))
    return 'Say which column has the years, or which two have the first and the last one.'
  return undefined
}
