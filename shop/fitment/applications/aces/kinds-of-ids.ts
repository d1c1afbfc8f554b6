/** A table of names: which file it is, the column of its numbers, and that of its names, in one of the spellings there are. */
export type NameTable = { files: readonly string[]; id: string; names: readonly string[] }

/** The most are called as ACES calls them. */
const usual = (kind: string): NameTable => ({ files: [kind], id: `${kind}ID`, names: [`${kind}Name`, kind] })
const named = (table: string, id: string, ...names: string[]): NameTable => ({ files: [table], id, names })
const mfr = named('Mfr', 'MfrID', 'MfrName')
const brakeType = named('BrakeType', 'BrakeTypeID', 'BrakeTypeName')
const springType = named('SpringType', 'SpringTypeID', 'SpringTypeName')

const unusual: Record<string, NameTable> = {
  EngineMfr: mfr,
  TransmissionMfr: mfr,
  FrontBrakeType: brakeType,
  RearBrakeType: brakeType,
  FrontSpringType: springType,
  RearSpringType: springType,
  ValvesPerEngine: named('Valves', 'ValvesID', 'ValvesPerEngine'),
  TransElecControlled: named('ElecControlled', 'ElecControlledID', 'ElecControlled'),
  PowerOutput: named('PowerOutput', 'PowerOutputID', 'HorsePower'),
  Region: named('Region', 'RegionID', 'RegionAbbr', 'RegionName'),
  Position: { files: ['Positions', 'Position'], id: 'PositionID', names: ['Position', 'PositionName'] },
}

/** What an application may require of a car, as ACES calls it, and in words that a customer can read. */
export const conditionKinds: Readonly<Record<string, string>> = {
  SubModel: 'Submodel',
  MfrBodyCode: 'Body code',
  BodyNumDoors: 'Doors',
  BodyType: 'Body',
  DriveType: 'Drive',
  EngineBlock: 'Engine block',
  EngineBoreStroke: 'Bore and stroke',
  EngineDesignation: 'Engine',
  EngineVIN: 'Engine letter of the VIN',
  EngineVersion: 'Engine version',
  EngineMfr: 'Engine by',
  PowerOutput: 'Horsepower',
  ValvesPerEngine: 'Valves',
  FuelDeliveryType: 'Fuel delivery',
  FuelDeliverySubType: 'Kind of fuel delivery',
  FuelSystemControlType: 'Fuel system control',
  FuelSystemDesign: 'Fuel system',
  Aspiration: 'Aspiration',
  CylinderHeadType: 'Cylinder head',
  FuelType: 'Fuel',
  IgnitionSystemType: 'Ignition',
  TransmissionMfrCode: 'Gearbox code',
  TransmissionBase: 'Gearbox base',
  TransmissionType: 'Gearbox',
  TransmissionControlType: 'Gearbox control',
  TransmissionNumSpeeds: 'Gears',
  TransElecControlled: 'Electronic gearbox',
  TransmissionMfr: 'Gearbox by',
  BedLength: 'Bed length',
  BedType: 'Bed',
  WheelBase: 'Wheelbase',
  BrakeSystem: 'Brakes',
  FrontBrakeType: 'Front brakes',
  RearBrakeType: 'Rear brakes',
  BrakeABS: 'ABS',
  FrontSpringType: 'Front springs',
  RearSpringType: 'Rear springs',
  SteeringSystem: 'Steering system',
  SteeringType: 'Steering',
  Region: 'Region',
  VehicleType: 'Vehicle type',
}

/** Made of several tables, or read apart from these. */
const noNames = new Set(['EngineBlock', 'EngineBoreStroke', 'TransmissionBase'])

/** All tables of names that are of use, by the kind of number that they explain. */
export const nameTables: ReadonlyMap<string, NameTable> = new Map(
  ['Make', 'Model', 'Position', ...Object.keys(conditionKinds)]
    .filter((kind) => !noNames.has(kind))
    .map((kind) => [kind, unusual[kind] ?? usual(kind)]),
)

/** Without these no car has a name. */
export const neededTables = ['Make', 'Model', 'BaseVehicle'] as const

/** What the tables say of what nobody has looked up. */
const unsaid = new Set(['', '-', 'N/A', 'N/R', 'NA', 'NR', 'U/K'])
export const isUnsaid = (name: string) => unsaid.has(name.trim().toUpperCase())
