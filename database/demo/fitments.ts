/** The parts are invented, so these lines are examples; what they say about the cars themselves is true. */
type DemoFitment = {
  productId: string
  vehicleId: string
  position?: string
  quantity: number
  builtTo?: string
  builtFrom?: string
  conditions?: string
  remark?: string
}

const golf = 'volkswagen-golf-5-2.0-tdi-bkd'
const gti = 'volkswagen-gti-5-2.0-tfsi-bpy'
const jetta = 'volkswagen-jetta-5-2.5-bgp'
const a3 = 'audi-a3-8p-2.0-tfsi-bpy'
const bmw = 'bmw-328i-e90-n52'
const civic = 'honda-civic-8-1.8-r18a1'
const corolla = 'toyota-corolla-e140-1.8-2zr-fe'
const focus = 'ford-focus-2.0-duratec'
const forester = 'subaru-forester-sh-2.5-ej253'
const astra = 'opel-astra-h-1.6-z16xep'
const panda = 'fiat-panda-169-1.2-188a4000'
const tesla = 'tesla-model-3-rear-drive'

const none = (productId: string, remark: string, vehicleIds: string[]) =>
  vehicleIds.map((vehicleId): DemoFitment => ({ productId, vehicleId, quantity: 0, remark }))

const front = { position: 'front', quantity: 2 }
const manual = { quantity: 1, conditions: 'gearbox=manual' }
const singleMass = { quantity: 1, conditions: 'flywheel=single-mass' }
const strong = { quantity: 1, conditions: 'alternator=120 A' }

export const demoFitments: DemoFitment[] = [
  { productId: 'brake-disc', vehicleId: gti, ...front },
  ...[golf, jetta, a3].map((vehicleId) => ({
    productId: 'brake-disc',
    vehicleId,
    ...front,
    conditions: 'front-discs=312 mm',
  })),

  { productId: 'brake-pads', vehicleId: golf, position: 'front', quantity: 1, builtTo: '2006-05' },
  { productId: 'brake-pads', vehicleId: gti, position: 'front', quantity: 1 },
  ...[jetta, a3].map((vehicleId) => ({
    productId: 'brake-pads',
    vehicleId,
    position: 'front',
    quantity: 1,
    conditions: 'front-discs=288 mm,312 mm',
  })),

  ...[civic, forester].map((vehicleId) => ({ productId: 'oil-filter', vehicleId, quantity: 1 })),
  ...none('oil-filter', 'This engine takes a filter cartridge, not a spin-on filter', [
    golf,
    gti,
    jetta,
    a3,
    bmw,
    corolla,
    astra,
  ]),
  ...none('oil-filter', 'An electric motor has no oil filter', [tesla]),

  ...[gti, a3].map((vehicleId) => ({ productId: 'spark-plug', vehicleId, quantity: 4 })),
  ...none('spark-plug', 'A diesel engine has no spark plugs', [golf]),
  ...none('spark-plug', 'An electric motor has no spark plugs', [tesla]),

  ...[gti, a3].map((vehicleId) => ({ productId: 'timing-belt-kit', vehicleId, quantity: 1 })),
  ...none('timing-belt-kit', 'This engine has a timing chain instead of a belt', [
    jetta,
    bmw,
    civic,
    corolla,
    focus,
  ]),
  ...none('timing-belt-kit', 'An electric motor has no timing belt', [tesla]),

  ...[golf, gti, jetta, a3].flatMap((vehicleId) => [
    { productId: 'radiator', vehicleId, ...manual },
    { productId: 'clutch-kit', vehicleId, ...singleMass },
    { productId: 'alternator', vehicleId, ...strong },
  ]),
  ...none('clutch-kit', 'An electric car has no clutch', [tesla]),
  ...none('alternator', 'An electric car has no alternator', [tesla]),

  { productId: 'headlight-bulb', vehicleId: panda, position: 'front', quantity: 1 },
  ...none('headlight-bulb', 'The headlights of this car have no bulbs', [tesla]),
  ...none('engine-oil', 'An electric motor needs no engine oil', [tesla]),
  ...none('air-filter', 'An electric motor has no air filter', [tesla]),
  ...none('piston', 'This piston is for petrol engines', [golf]),
  ...none('piston', 'An electric motor has no pistons', [tesla]),
]
