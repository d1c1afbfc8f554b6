/**
 * What people type at a parts counter, and the kind of part that must come first; after `&` the kinds that must all be
 * among the first three. Written before the search was, and extended only, so that it stays a judge and not a mirror.
 * A query runs on every shelf that has the kinds it names. `nothing` means an empty result.
 */
export const queries = {
  'plurals and forms of a word': `
    brake pads: brake-pads
    brake pad: brake-pads
    brake pad sets: brake-pads
    front brake discs: brake-disc
    vented discs: brake-disc
    drill disc: brake-disc
    alloy wheels: alloy-wheel
    twin spokes wheels: alloy-wheel
    batteries: battery
    starter batteries: battery
    engine oils: engine-oil
    oil filters: oil-filter
    air filters: air-filter
    spark plugs: spark-plug
    headlight bulbs: headlight-bulb
    headlights: headlight-bulb
    wiper blade: wiper-blade
    wipers: wiper-blade
    jump lead: jump-leads
    warning triangles: warning-triangle
    folded warning triangle: warning-triangle
    alternators: alternator
    timing belts: timing-belt-kit
    clutches: clutch-kit
    clutch kits: clutch-kit
    shocks absorber: shock-absorber
    radiators: radiator
    pistons: piston
    wheel bearings: wheel-bearing
    cabin filters: cabin-filter
    ignition coils: ignition-coil
    control arms: control-arm
    water pumps: water-pump
    drive belts: drive-belt
    exhaust clamps: exhaust-clamp
    door mirrors: door-mirror
    heating mirrors: door-mirror
    oxygen sensors: oxygen-sensor
    thermostats: thermostat
    reinforcing control arm: control-arm
    coating thermostats: thermostat`,
  'measures and grades in any spelling': `
    5w30: engine-oil
    5W-30: engine-oil
    5w 30: engine-oil
    5w–30 oil: engine-oil
    oil 5 w 30: engine-oil
    5 litre oil: engine-oil
    5l oil: engine-oil
    5 liters engine oil: engine-oil
    5ltr oil: engine-oil
    12v battery: battery
    12 v battery: battery
    12 volt battery: battery
    74ah: battery
    74 Ah: battery
    74 amp hours battery: battery
    680a: battery
    680 amps: battery
    312mm: brake-disc
    312 mm: brake-disc
    disc 312 millimetres: brake-disc
    m20x1.5: oil-filter
    M20 × 1.5: oil-filter
    m20 x 1,5: oil-filter
    m20*1.5: oil-filter
    19 inch: alloy-wheel
    19": alloy-wheel
    19in wheel: alloy-wheel
    19-inch wheels: alloy-wheel
    235/40r19: alloy-wheel
    235/40 R19: alloy-wheel
    235 40 19: alloy-wheel
    240mm clutch: clutch-kit
    86mm piston: piston
    m14 plug: spark-plug
    0.8mm gap: spark-plug
    0,8 mm: spark-plug
    600mm wiper: wiper-blade
    500 mm: wiper-blade
    290x175: air-filter
    290 x 175 mm: air-filter
    290mm filter: air-filter
    650x415 radiator: radiator
    14v 120a: alternator
    120 amp alternator: alternator
    3.5m leads: jump-leads
    25mm2: jump-leads
    25 mm² leads: jump-leads
    60/55w: headlight-bulb`,
  'words joined or parted': `
    sparkplug: spark-plug
    sparkplugs: spark-plug
    spark-plug: spark-plug
    brakepads: brake-pads
    brake-pads: brake-pads
    brakepad set: brake-pads
    brakedisc: brake-disc
    brake-discs: brake-disc
    coilover: shock-absorber
    coilovers: shock-absorber
    coil over: shock-absorber
    coil-over: shock-absorber
    shockabsorber: shock-absorber
    shock-absorbers: shock-absorber
    oilfilter: oil-filter
    oil-filter: oil-filter
    airfilter: air-filter
    wiperblades: wiper-blade
    wiper-blade: wiper-blade
    jumpleads: jump-leads
    jump-leads: jump-leads
    timingbelt: timing-belt-kit
    clutchkit: clutch-kit
    head light bulb: headlight-bulb
    head-light: headlight-bulb
    crossflow radiator: radiator
    cross flow radiator: radiator
    warningtriangle: warning-triangle
    engineoil: engine-oil
    spinon filter: oil-filter
    twinspoke wheel: alloy-wheel
    wheelbearing: wheel-bearing
    cabinfilter: cabin-filter
    waterpump: water-pump
    fuelpump: fuel-pump
    doormirror: door-mirror
    thermo stat: thermostat
    heavyduty control arm: control-arm
    longlife thermostat: thermostat`,
  'words of the trade': `
    rotors: brake-disc
    rotor: brake-disc
    brake rotors: brake-disc
    brake disks: brake-disc
    312mm rotor: brake-disc
    strut: shock-absorber
    struts: shock-absorber
    damper: shock-absorber
    front dampers: shock-absorber
    bulb h4: headlight-bulb
    headlamp bulb: headlight-bulb
    headlamps: headlight-bulb
    h4 lamps: headlight-bulb
    tire: alloy-wheel
    tires: alloy-wheel
    19 inch tires: alloy-wheel
    rims: alloy-wheel
    aluminum radiator: radiator
    jumper cables: jump-leads
    jump cables: jump-leads
    booster cables: jump-leads
    cambelt: timing-belt-kit
    cam belt kit: timing-belt-kit
    generator: alternator
    hazard triangle: warning-triangle
    windshield wipers: wiper-blade
    windscreen wiper: wiper-blade
    motor oil: engine-oil
    accumulator: battery
    brake linings: brake-pads
    pollen filter: cabin-filter
    lambda sensor: oxygen-sensor
    o2 sensor: oxygen-sensor
    serpentine belt: drive-belt
    fan belt: drive-belt
    wishbone: control-arm
    wing mirror: door-mirror
    side mirrors: door-mirror
    coil pack: ignition-coil
    petrol pump: fuel-pump
    gas pump: fuel-pump
    coolant pump: water-pump`,
  'one mistake in a word': `
    brkae disc: brake-disc
    break disc: brake-disc
    brake dics: brake-disc
    brake disk: brake-disc
    brake padz: brake-pads
    barke pads: brake-pads
    batery: battery
    battrey: battery
    baterry: battery
    alternater: alternator
    alternatr: alternator
    altenator: alternator
    radiater: radiator
    raditor: radiator
    pistan: piston
    pisotn: piston
    spark plgu: spark-plug
    sparc plug: spark-plug
    cluch kit: clutch-kit
    cluthc: clutch-kit
    shok absorber: shock-absorber
    shock absorbar: shock-absorber
    timeing belt: timing-belt-kit
    timing blet: timing-belt-kit
    wipper blades: wiper-blade
    wiper baldes: wiper-blade
    headlite bulb: headlight-bulb
    hedlight: headlight-bulb
    triangel: warning-triangle
    warnning triangle: warning-triangle
    syntetic oil: engine-oil
    oil fliter: oil-filter
    air fitler: air-filter
    alloy weel: alloy-wheel
    thermostst: thermostat
    termostat: thermostat
    igniton coil: ignition-coil
    oxigen sensor: oxygen-sensor
    exaust clamp: exhaust-clamp
    bearng: wheel-bearing
    mirrow: door-mirror`,
  'two kinds of part at once': `
    brake discs and pads: brake-disc & brake-pads
    brake pads and discs: brake-disc & brake-pads
    discs pads: brake-disc & brake-pads
    oil and oil filter: oil-filter & engine-oil
    oil filter and air filter: oil-filter & air-filter
    oil filter air filter: oil-filter & air-filter
    battery and alternator: battery & alternator
    alternator battery: battery & alternator
    clutch and timing belt: clutch-kit & timing-belt-kit
    radiator and thermostat: radiator & thermostat
    piston and spark plug: piston & spark-plug
    spark plugs, battery: spark-plug & battery
    wipers and bulbs: wiper-blade & headlight-bulb
    bulbs and battery: headlight-bulb & battery
    jump leads and warning triangle: jump-leads & warning-triangle
    triangle jump leads: jump-leads & warning-triangle
    radiator piston: radiator & piston
    piston or radiator: radiator & piston
    shock absorber and brake disc: shock-absorber & brake-disc
    alloy wheel and clutch kit: alloy-wheel & clutch-kit
    engine oil + battery: engine-oil & battery
    spark plug / air filter: spark-plug & air-filter
    wiper blades & battery: wiper-blade & battery
    alternator, radiator: alternator & radiator
    clutch piston: clutch-kit & piston
    cabin filter and thermostat: cabin-filter & thermostat
    ignition coil and spark plug: ignition-coil & spark-plug
    door mirror and wiper blade: door-mirror & wiper-blade
    fuel pump and radiator: fuel-pump & radiator
    control arm and shock absorber: control-arm & shock-absorber
    exhaust clamp, oxygen sensor: exhaust-clamp & oxygen-sensor
    battery and wheel bearing: battery & wheel-bearing`,
  'words that name nothing': `
    brake pads vw golf 2015: brake-pads
    vw golf 2015 brake pads: brake-pads
    golf brake disc: brake-disc
    bmw 3 series oil filter: oil-filter
    cheap battery: battery
    best engine oil 2024: engine-oil
    buy spark plugs online: spark-plug
    radiator for my toyota: radiator
    where is the alternator: alternator
    i need a clutch kit: clutch-kit
    original shock absorber honda: shock-absorber
    air filter bosch: air-filter
    mann oil filter: oil-filter
    wiper blades audi a4: wiper-blade
    alloy wheel mercedes: alloy-wheel
    headlight bulb left: headlight-bulb
    piston porsche 911: piston
    timing belt kit 1.9 tdi: timing-belt-kit
    jump leads uk: jump-leads
    warning triangle please: warning-triangle
    thermostat quick delivery: thermostat
    door mirror ferrari: door-mirror
    ignition coil zzzz: ignition-coil
    fuel pump 1987 renault: fuel-pump
    show me brake pads: brake-pads
    price of a battery: battery
    xyzzy: nothing
    qwrtpsdf: nothing
    asdfghjkl: nothing
    flux capacitor: nothing
    unobtainium: nothing
    zzz: nothing
    golf 2015: nothing`,
  'other scripts and signs': `
    ｂｒａｋｅ ｐａｄｓ: brake-pads
    BRAKE PADS: brake-pads
    bräke disc: brake-disc
    Brake-Disc ３１２ ｍｍ: brake-disc
    ３１２ｍｍ: brake-disc
    ٣١٢mm: brake-disc
    १२v battery: battery
    １２Ｖ battery: battery
    ⑫v battery: battery
    5W‑30: engine-oil
    5w−30: engine-oil
    𝟓𝐰𝟑𝟎: engine-oil
    M20✕1.5: oil-filter
    М20х1.5: oil-filter
    19″: alloy-wheel
    19”: alloy-wheel
    19'' wheel: alloy-wheel
    «battery»: battery
    „battery“: battery
    #battery: battery
    battery!!!: battery
    (battery): battery
    bаttery: battery
    rаdiаtor: radiator
    ra\u00addiator: radiator
    ra\u200bdiator: radiator
    ﬂat wiper blades: wiper-blade
    brake　disc: brake-disc
    brake…disc: brake-disc
    brake_disc: brake-disc
    piston’s: piston
    пистон piston: piston
    山田 radiator: radiator
    🚗 battery: battery
    coupés thermostat: thermostat
    coupes thermostat: thermostat
    山田: nothing
    колодки: nothing
    🚗: nothing`,
} as const

/** Part numbers as people type them, and the part whose number it is. */
export const numberQueries = {
  'numbers exact': `
    MB-30112-A: brake-disc
    186 579: brake-disc
    ph31519b: alloy-wheel
    2000000315195: alloy-wheel
    95X237595G: battery
    NV 32926 C: battery
    42x 448 692 b: brake-pads
    42X-448-692-B: brake-pads
    398 863: engine-oil
    OT-3574O-E: engine-oil
    2000000371474: oil-filter
    OT-37147-F: oil-filter
    OT 38554 G: air-filter
    ot38554g: air-filter
    10X-392-180-F: spark-plug
    10X392180F: spark-plug
    NV-4I368-A: headlight-bulb
    47x 603 277 a: headlight-bulb
    PH-42775-B: wiper-blade
    663 318: wiper-blade
    nv44182c: jump-leads
    2000000441825: jump-leads
    68X336568B: warning-triangle
    PH 45589 D: warning-triangle
    15x 547 665 e: alternator
    875 602: timing-belt-kit
    2000000498102: clutch-kit
    MB 51217 H: shock-absorber
    73X-491-153-A: radiator
    MB-54O31-B: piston
  `,
  'numbers mistyped': `
    MB-03112-A: brake-disc
    21X 715 401 Z: brake-disc
    PH-3119-B: alloy-wheel
    58X96498D: alloy-wheel
    NV-329926-C: battery
    2000009329260: battery
    MB-37333-D: brake-pads
    200000034333: brake-pads
    79X 659 789 Z: engine-oil
    T-35740-E: engine-oil
    26X80886H: oil-filter
    OT-73147-F: oil-filter
    2000009385549: air-filter
    OT-3854-G: air-filter
    200000039961: spark-plug
    NV-399961-H: spark-plug
    V-41368-A: headlight-bulb
    NV-47368-A: headlight-bulb
    PH-24775-B: wiper-blade
    84X 814 374 Z: wiper-blade
    NV-4482-C: jump-leads
    31X15471G: jump-leads
    PH-455989-D: warning-triangle
    2000009455891: warning-triangle
    NV-47996-E: alternator
    52X 758 762 Z: timing-belt-kit
    89X99859C: clutch-kit
    2000009512174: shock-absorber
    200000052624: radiator
    B-54031-B: piston
  `,
}
