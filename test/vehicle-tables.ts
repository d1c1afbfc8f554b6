import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestShop } from './shop.ts'

/** Tables in the form of the licensed ones, with cars and numbers of our own. */
export type Tables = Record<string, readonly (readonly (string | number)[])[]>

export const inventedTables: Tables = {
  Version: [['VersionDate'], ['2026-04-30']],
  Make: [
    ['MakeID', 'MakeName'],
    [1, 'Lada'],
    [2, 'Volkswagen'],
    [3, 'Nobody'],
  ],
  Model: [
    ['ModelID', 'ModelName', 'VehicleTypeID'],
    [11, 'Niva', 5],
    [12, 'Twin', 5],
    [13, 'Twin', 6],
    [21, 'GTI', 5],
    [31, 'Nothing', 5],
  ],
  BaseVehicle: [
    ['BaseVehicleID', 'YearID', 'MakeID', 'ModelID'],
    ...[2001, 2002, 2003, 2004].map((year) => [100 + (year - 2000), year, 1, 11]),
    [121, 2003, 1, 12],
    [131, 2003, 1, 13],
    [206, 2006, 2, 21],
    [207, 2007, 2, 21],
    [301, 2003, 3, 31],
  ],
  Vehicle: [
    ['VehicleID', 'BaseVehicleID', 'SubmodelID', 'RegionID', 'PublicationStageID'],
    ...[1, 2, 3, 4].map((n) => [1000 + n, 100 + n, 1, 1, n === 4 ? 3 : 4]),
    [1121, 121, 1, 1, 4],
    [1131, 131, 1, 1, 4],
    [1206, 206, 1, 1, 4],
    [1207, 207, 1, 1, 4],
    [1301, 301, 1, 1, 4],
  ],
  EngineBase: [
    ['EngineBaseID', 'Liter', 'CC', 'BlockType', 'Cylinders'],
    [51, '1.7', 1690, 'L', 4],
    [52, '1.8', 1774, 'L', 4],
    [53, '1.8', 1796, 'H', 4],
    [54, '2.0', 1984, 'L', 4],
  ],
  EngineConfig: [
    ['EngineConfigID', 'EngineBaseID'],
    [501, 51],
    [502, 52],
    [503, 53],
    [504, 54],
  ],
  VehicleToEngineConfig: [
    ['VehicleToEngineConfigID', 'VehicleID', 'EngineConfigID'],
    [1, 1001, 501],
    [2, 1001, 502],
    [3, 1002, 501],
    [4, 1003, 501],
    // In 2003 there are two engines of as many litres and cylinders.
    [5, 1003, 502],
    [6, 1003, 503],
    [7, 1004, 501],
    [8, 1121, 501],
    [9, 1131, 501],
    [10, 1206, 504],
    [11, 1207, 504],
    [12, 1301, 504],
  ],
  SubModel: [
    ['SubModelID', 'SubModelName'],
    [1, 'Base'],
    [2, 'Zebra'],
    [3, 'N/R'],
  ],
  BrakeABS: [
    ['BrakeABSID', 'BrakeABSName'],
    [1, '4-Wheel ABS'],
    [2, 'Non-ABS'],
  ],
  Position: [
    ['PositionID', 'Position'],
    [1, 'N/A'],
    [22, 'Front'],
    [30, 'Rear'],
  ],
}

/** Puts them into the folder of the shop's data in which it looks for them. */
export function writeTables(dataDir: string, tables: Tables, name = (table: string) => `${table}.txt`) {
  const folder = join(dataDir, 'vcdb')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [table, rows] of Object.entries(tables))
    writeFileSync(join(folder, name(table)), rows.map((row) => `${row.join('|')}\r\n`).join(''))
}

type Headers = Record<string, string>

export async function readTables(shop: TestShop, headers: Headers, tables?: Tables, body = {}) {
  if (tables) writeTables(shop.config.dataDir, tables)
  const answer = await shop.post('/api/manage/vehicle-tables', body, headers)
  await shop.tablesWorker.wake()
  await shop.applicationsWorker.wake()
  const [newest] = (await shop.get('/api/manage/vehicle-tables', headers)).json()
  return { status: answer.status, newest }
}
