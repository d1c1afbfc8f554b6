const makes = [
  'Ceramic',
  'Heavy-Duty',
  'Sport',
  'Reinforced',
  'Coated',
  'Long-Life',
  'Low-Noise',
  'Galvanised',
]
const parts = [
  ['Brake Pad Set', 'stops quietly and leaves little dust on the rim', 'brake-pads'],
  ['Wheel Bearing Kit', 'comes greased and sealed, with nut and circlip', 'wheel-bearings'],
  ['Cabin Filter', 'holds back pollen and smells of the road', 'cabin-filters'],
  ['Ignition Coil', 'gives an even spark from cold start to full load', 'ignition-coils'],
  ['Control Arm', 'is forged in one piece, with bushes pressed in', 'control-arms'],
  ['Water Pump', 'has a metal impeller and a new gasket in the box', 'water-pumps'],
  ['Drive Belt', 'runs quietly and resists oil and heat', 'drive-belts'],
  ['Exhaust Clamp', 'closes evenly and can be opened again', 'exhaust-clamps'],
  ['Fuel Pump', 'fits into the tank with its seal and strainer', 'fuel-pumps'],
  ['Door Mirror', 'is heated and folds by hand', 'door-mirrors'],
  ['Oxygen Sensor', 'has the plug and the lead length of the original', 'oxygen-sensors'],
  ['Thermostat', 'opens on the degree and comes with its housing', 'thermostats'],
]
const cars = ['Hatchbacks', 'Estates', 'Vans', 'Coupés', 'Pick-ups', 'City Cars', 'Saloons']

/** Varied, but the same at every run. @param {number} n */
export function generatedProduct(n) {
  const [part = '', praise = '', category = ''] = parts[n % parts.length] ?? []
  const name = `${makes[(n * 7) % makes.length]} ${part} for ${cars[(n * 3) % cars.length]}, No. ${1000 + n}`
  const description =
    `A ${part.toLowerCase()} that ${praise}. Made for ${cars[(n * 3) % cars.length]?.toLowerCase()} of the last ` +
    'twenty years; compare the number with the one on your old part before you order, and have it fitted by ' +
    'someone who owns a torque wrench.'
  return { id: `generated-${String(n).padStart(6, '0')}`, name, description, category, ...described(n) }
}

const brands = ['Alder', 'Birch', 'Cedar', 'Elm', 'Hazel', 'Larch', 'Maple', 'Rowan', 'Spruce', 'Willow']

/** Brand, measures, and four numbers: one in a hundred thousand, spread over all digits. @param {number} n */
function described(n) {
  const spread = (/** @type {number} */ factor, /** @type {number} */ digits) =>
    String((n * factor) % 10 ** digits).padStart(digits, '0')
  const letter = (/** @type {number} */ k) => 'ABCDEFGHJKLMNPRSTUVWXYZ'[k % 23]
  const own = `${letter(n)}${letter(n * 7)}-${spread(7919, 6)}-${letter(n * 3)}`
  const oe = `${spread(31, 2)}${letter(n * 5)} ${spread(104_729, 6).replace(/(...)/, '$1 ')} ${letter(n * 11)}`
  const digits = `29${spread(1_299_709, 10)}`
  return {
    brand: brands[(n * 13) % brands.length] ?? '',
    attributes: [
      `Diameter: ${200 + ((n * 17) % 40) * 5} mm`,
      `Thickness: ${10 + ((n * 5) % 30) / 2} mm`,
      `Length: ${100 + ((n * 29) % 90) * 10} mm`,
      `Voltage: ${[6, 12, 24][n % 3]} V`,
      `Holes: ${3 + (n % 4)}`,
      `Axle: ${n % 2 ? 'Front' : 'Rear'}`,
    ].join('\n'),
    numbers: [
      `Own: ${own}`,
      `OE Example Motors: ${oe}`,
      `Competitor Example Parts: ${spread(15_485_863, 7)}`,
      `EAN: ${digits}${checkDigit(digits)}`,
    ].join('\n'),
  }
}

/** @param {string} digits */
function checkDigit(digits) {
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}
