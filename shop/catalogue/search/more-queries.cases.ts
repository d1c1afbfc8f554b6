/**
 * A second hundred, asked of the whole demo shop with its kinds, cars and synonyms; written before what they ask for was
 * built. The part named first must come first. After `&` stand parts that must all be among the first three, after `|`
 * others that may be first as well, after `only` all that may be found. `nothing` means an empty result.
 */
export const moreQueries = {
  'a make alone, or with a part': `
    vw: brake-disc | brake-pads | alternator | radiator | clutch-kit
    volkswagen: brake-disc | brake-pads | alternator | radiator | clutch-kit
    audi: brake-disc | brake-pads | spark-plug | timing-belt-kit
    bmw: battery | engine-oil | air-filter | jump-leads | warning-triangle | wiper-blade
    oil for bmw: engine-oil
    bmw 320d brake: brake-disc | brake-pads
    golf brakes: brake-disc | brake-pads
    toyota corolla battery: battery
    vw golf tdi oil filter: oil-filter
    spark plugs audi a3: spark-plug
    toyta wiper blades: wiper-blade
    brake pads skoda octavia 2012: brake-pads
    ford focus clutch: clutch-kit
    filter for a honda civic: only oil-filter air-filter`,
  'one mistake or a missing letter in any word': `
    brake pds: brake-pads
    brke pads: brake-pads
    brake disk 312m: brake-disc
    brak disc: brake-disc
    oli filter: oil-filter
    oil filer: oil-filter
    ar filter: air-filter
    spark plg: spark-plug
    spak plug: spark-plug
    wiper blads: wiper-blade
    wper blades: wiper-blade
    jmp leads: jump-leads
    jump leds: jump-leads
    warnin triangle: warning-triangle
    timing bel: timing-belt-kit
    clutch kt: clutch-kit
    shock absober: shock-absorber
    headlght bulb: headlight-bulb
    engin oil: engine-oil
    aloy wheel: alloy-wheel`,
  'Spanish, German, French and Polish': `
    pastillas de freno: brake-pads
    disco de freno: brake-disc
    filtro de aceite: oil-filter
    bateria coche: battery
    bujías: spark-plug
    amortiguador delantero: shock-absorber
    Bremsscheiben vorne: brake-disc
    bremsbelaege: brake-pads
    Ölfilter: oil-filter
    Zuendkerze: spark-plug
    Zahnriemensatz: timing-belt-kit
    Scheibenwischer: wiper-blade
    plaquettes de frein: brake-pads
    disques de frein: brake-disc
    filtre à air: air-filter
    huile moteur 5w30: engine-oil
    amortisseur avant: shock-absorber
    câbles de démarrage: jump-leads
    klocki hamulcowe: brake-pads
    tarcza hamulcowa: brake-disc
    filtr powietrza: air-filter
    olej silnikowy: engine-oil
    świeca zapłonowa: spark-plug
    trójkąt ostrzegawczy: warning-triangle`,
  'numbers, and words beside them': `
    MB-30112-A brake disc: brake-disc
    brake pads 42X 448 692 B: brake-pads
    nv32926c: battery
    oil filter ot 37147 f: oil-filter
    2000000526249: radiator`,
  'several words, and names before descriptions': `
    oil: only engine-oil oil-filter
    engine oil: only engine-oil oil-filter
    battery: only battery
    norvane spark plugs: spark-plug
    millbridge: brake-disc | brake-pads | timing-belt-kit | clutch-kit | shock-absorber | piston
    oil change oil and filter: engine-oil & oil-filter
    suspension: shock-absorber
    12v car battery 74ah for winter: battery
    front brake pads and discs for vw: brake-pads & brake-disc
    bulb: only headlight-bulb
    radiator: only radiator
    plug: only spark-plug`,
  'nothing to find': `
    first aid kit: nothing
    seat cover: nothing
    iphone case: nothing
    steering wheel: nothing
    car seat: nothing
    air freshener: nothing
    door handle: nothing
    battery charger: nothing
    floor mats: nothing
    roof rack: nothing
    brake fluid: nothing
    fuel filter: nothing
    timing chain: nothing
    oil pan: nothing
    towel: nothing
    coolant: nothing
    dash cam: nothing
    tow bar: nothing
    window regulator: nothing
    phone holder: nothing
    radiator hose: nothing
    garden chair: nothing
    running shoes: nothing
    Sitzbezug: nothing
    gearbox oil cooler: nothing`,
} as const
