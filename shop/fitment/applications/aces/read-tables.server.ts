import type { LicensedNameRow, LicensedVehicleRow } from '~/database/tables.ts'
import type { NameTable } from './kinds-of-ids.ts'
import { nameTables, neededTables } from './kinds-of-ids.ts'
import type { TableFiles } from './table-files.server.ts'
import { problemOfTables } from './table-files.server.ts'

export type TableName = Omit<LicensedNameRow, 'tables_id'>
export type TableVehicle = Omit<LicensedVehicleRow, 'tables_id'>
export type FoundTables = { tables: { name: string; rows: number }[]; missing: string[] }

/** `2026-04-30`, in whatever way the table writes it. */
export async function editionOf(files: TableFiles) {
  const missing = neededTables.filter((table) => !files.find([table]))
  if (missing.length > 0)
    throw problemOfTables(
      missing.length === neededTables.length
        ? 'There are no tables in the folder.'
        : `The folder has no table ${missing.join(' and no ')}.`,
    )
  if (files.find(['Version']))
    for await (const { cell } of files.rows('Version')) {
      const date = asDate(cell('VersionDate') || cell('PublicationDate'))
      if (date) return date
    }
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})_/.exec(files.nameOf('BaseVehicle')) ?? []
  if (!year) throw problemOfTables('Neither a table Version nor the names of the files say the edition.')
  return `${year}-${month}-${day}`
}

function asDate(text: string) {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})/.exec(text) ?? []
  if (iso) return iso
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) ?? []
  return year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** What the numbers of one kind stand for, table by table. */
export async function* namesIn(files: TableFiles, found: FoundTables): AsyncGenerator<TableName> {
  for (const [kind, table] of nameTables) yield* namesOf(files, kind, table, found)
  yield* enginesIn(files, found)
}

async function* namesOf(
  files: TableFiles,
  kind: string,
  { files: tables, id, names }: NameTable,
  found: FoundTables,
): AsyncGenerator<TableName> {
  const table = files.find(tables)
  if (!table) return addMissing(found, tables[0]!)
  const count = counting(found, table)
  for await (const { cell, number } of files.rows(table)) {
    count()
    yield { kind, id: number(id), name: names.map(cell).find(Boolean) ?? '' }
  }
}

/** An engine by its litres and cylinders, as parts are sold for it. */
async function* enginesIn(files: TableFiles, found: FoundTables): AsyncGenerator<TableName> {
  for (const kind of ['EngineBase', 'EngineBlock']) {
    if (!files.find([kind])) {
      addMissing(found, kind)
      continue
    }
    const count = counting(found, kind)
    for await (const { cell, number } of files.rows(kind)) {
      count()
      const name = `${cell('Liter')} ${cell('BlockType')}${cell('Cylinders')}`
      yield { kind, id: number(`${kind}ID`), name }
    }
  }
}

/**
 * The model years of all models, each with the engines that it was built with. Where a car is not researched to its end, or
 * has no engine at all, nobody knows whether these are all: then none is said.
 */
export async function* vehiclesIn(
  files: TableFiles,
  names: { makes: ReadonlySet<number>; models: ReadonlySet<number> },
  found: FoundTables,
): AsyncGenerator<TableVehicle> {
  const engines = await enginesByVehicle(files, found)
  const count = counting(found, 'BaseVehicle')
  for await (const { line, number } of files.rows('BaseVehicle')) {
    count()
    const refer = (column: string, known: ReadonlySet<number>) => {
      const id = number(column)
      if (known.has(id)) return id
      throw problemOfTables(`Table BaseVehicle, line ${line}: ${column} ${id} is in no table.`)
    }
    const id = number('BaseVehicleID')
    yield {
      id,
      year: number('YearID'),
      make: refer('MakeID', names.makes),
      model: refer('ModelID', names.models),
      engines: [...(engines.get(id) ?? [])].sort((a, b) => a - b).join(','),
    }
  }
}

const researched = '4'

async function enginesByVehicle(files: TableFiles, found: FoundTables) {
  const configs = files.find(['EngineConfig2', 'EngineConfig'])
  const needed = ['Vehicle', 'VehicleToEngineConfig', ...(configs ? [] : ['EngineConfig'])]
  const missing = needed.filter((table) => !files.find([table]))
  for (const table of missing) addMissing(found, table)
  if (missing.length > 0) return new Map<number, Set<number>>()
  const engineOf = new Map<number, number>()
  const ofConfig = counting(found, configs!)
  for await (const { number } of files.rows(configs!)) {
    ofConfig()
    engineOf.set(number('EngineConfigID'), number('EngineBaseID'))
  }
  const baseOf = new Map<number, number>()
  const isUnfinished = new Set<number>()
  const ofVehicle = counting(found, 'Vehicle')
  for await (const { cell, number } of files.rows('Vehicle')) {
    ofVehicle()
    const base = number('BaseVehicleID')
    baseOf.set(number('VehicleID'), base)
    if ((cell('PublicationStageID') || researched) !== researched) isUnfinished.add(base)
  }
  const engines = new Map<number, Set<number>>()
  const withEngine = new Set<number>()
  const ofLink = counting(found, 'VehicleToEngineConfig')
  for await (const { number } of files.rows('VehicleToEngineConfig')) {
    ofLink()
    const vehicle = number('VehicleID')
    const [base, engine] = [baseOf.get(vehicle), engineOf.get(number('EngineConfigID'))]
    if (base === undefined) continue
    if (engine === undefined) isUnfinished.add(base)
    else engines.set(base, (engines.get(base) ?? new Set()).add(engine))
    withEngine.add(vehicle)
  }
  for (const [vehicle, base] of baseOf) if (!withEngine.has(vehicle)) isUnfinished.add(base)
  for (const base of isUnfinished) engines.delete(base)
  return engines
}

function counting({ tables }: FoundTables, name: string) {
  const table = tables.find((one) => one.name === name) ?? { name, rows: 0 }
  if (!tables.includes(table)) tables.push(table)
  table.rows = 0
  return () => {
    table.rows += 1
  }
}

function addMissing({ missing }: FoundTables, table: string) {
  if (!missing.includes(table)) missing.push(table)
}
