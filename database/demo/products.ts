import type { FitKind } from '~/shop/catalogue/rules.ts'

/** Brands and numbers are invented; EANs are of the range for use inside one shop. */
type DemoProduct = {
  id: string
  category: string
  attributes: string
  fitKind: FitKind
  brand: string
  numbers: string
  productName: string
  priceCents: number
  /** For the old part. */
  depositCents?: number
  availableQty: number
  orderQty: number
  productDescription: string
  /** Further pictures: a detail, or a drawing with the sizes. */
  pictures?: ('detail' | 'sizes')[]
  /** What one price buys, where that is not a piece. */
  unit?: string
  inTheBox?: string
}

export const demoProducts: DemoProduct[] = [
  {
    id: 'brake-disc',
    pictures: ['detail', 'sizes'],
    category: 'brake-discs',
    attributes:
      'Diameter: 312 mm\nThickness: 25 mm\nCentre bore: 65 mm\nBolt circle: 112 mm\nHoles: 5\nAxle: Front',
    fitKind: 'listed-all',
    brand: 'Millbridge',
    numbers:
      'Own: MB-30112-A\nOE Example Motors: 21X 715 401 A\nCompetitor Example Parts: 186.579\nReplaces: MB-29112-A\nEAN: 2000000301129',
    productName: 'Drilled and Slotted Vented Brake Disc, 312 mm',
    priceCents: 6890,
    availableQty: 42,
    orderQty: 2,
    productDescription:
      'A vented front brake disc, drilled and slotted to clear water and dust from under the pads. It is 312 mm ' +
      'across and 25 mm thick when new, for hubs with five bolts on a 112 mm circle and a 65 mm centre bore. The ' +
      'box holds one disc, which fits left or right; always replace both discs on an axle together, with new ' +
      'pads. Check diameter and overall height against your part number, wipe the protective oil off with brake ' +
      'cleaner, and tighten the wheel bolts to your car maker’s torque.',
  },
  {
    id: 'alloy-wheel',
    pictures: ['detail'],
    category: 'complete-wheels',
    attributes: 'Rim size: 19 in\nOffset: 45 mm\nBolt circle: 112 mm\nHoles: 5\nTyre size: 235/40 R19 96Y',
    fitKind: 'by-size',
    brand: 'Pikehold',
    numbers:
      'Own: PH-31519-B\nOE Example Motors: 58X 926 498 D\nCompetitor Example Parts: 239.650\nEAN: 2000000315195',
    productName: 'Twin-Spoke Alloy Wheel with Tyre, 19 inch',
    priceCents: 38900,
    availableQty: 16,
    orderQty: 1,
    productDescription:
      'A complete 19-inch wheel: five twin spokes, machined face, gloss black inner and a new 235/40 R19 96Y ' +
      'summer tyre. The rim is 8.5J × 19 ET45, with five holes on a 112 mm circle. You get one wheel with the ' +
      'tyre mounted and balanced, the valve and the centre cap; bolts and a pressure sensor are not included. ' +
      'Make sure this size is approved for your car, use bolts with the correct seat and length, and check their ' +
      'torque again after about 50 km (30 miles).',
  },
  {
    id: 'battery',
    pictures: ['sizes'],
    category: 'batteries',
    attributes:
      'Voltage: 12 V\nCapacity: 74 Ah\nCold start current: 680 A\nLength: 278 mm\nWidth: 175 mm\nHeight: 190 mm',
    fitKind: 'by-size',
    brand: 'Norvane',
    numbers:
      'Own: NV-32926-C\nOE Example Motors: 95X 237 595 G\nCompetitor Example Parts: 292.721\nEAN: 2000000329260',
    productName: 'Starter Battery, 12 V 74 Ah 680 A',
    priceCents: 13990,
    availableQty: 28,
    orderQty: 1,
    productDescription:
      'A maintenance-free 12 V starter battery: 74 Ah, and 680 A (EN) to get a cold engine turning. The case is ' +
      '278 × 175 × 190 mm with a carrying handle, a base ledge for the clamp and a charge indicator. With the ' +
      'terminals nearest to you, the positive post is on the left, so compare this with your old battery before ' +
      'ordering. It is not meant for stop-start cars, which need an EFB or AGM type. Disconnect the negative ' +
      'lead first and reconnect it last, and hand the old battery in for recycling.',
  },
  {
    id: 'brake-pads',
    unit: 'set of 4',
    inTheBox: 'Four pads are in the box; the picture shows two',
    category: 'brake-pads',
    attributes: 'Thickness: 17.5 mm\nAxle: Front',
    fitKind: 'listed-all',
    brand: 'Millbridge',
    numbers:
      'Own: MB-34333-D\nOE Example Motors: 42X 448 692 B\nCompetitor Example Parts: 345.792\nReplaces: MB-33333-D\nEAN: 2000000343334',
    productName: 'Front Brake Pad Set with Wear Indicators',
    priceCents: 4950,
    availableQty: 64,
    orderQty: 1,
    productDescription:
      'Four front brake pads with noise shims and audible wear warning tabs, one full set for both front wheels. ' +
      'The pads are 17.5 mm thick including the backplate, and the inner pads are marked so that they are not ' +
      'swapped with the outer ones. Compare the outline with your old pads before you fit anything. Keep grease ' +
      'and fingers off the friction material, pump the pedal until it is firm before driving off, and avoid hard ' +
      'braking for the first 200 km (125 miles) unless you must.',
  },
  {
    id: 'engine-oil',
    unit: 'can of 5 litres',
    category: 'engine-oils',
    attributes: 'Viscosity: 5W-30\nGrade: ACEA C3\nVolume: 5 l',
    fitKind: 'by-size',
    brand: 'Oldtan',
    numbers:
      'Own: OT-35740-E\nOE Example Motors: 79X 659 789 E\nCompetitor Example Parts: 398.863\nEAN: 2000000357409',
    productName: 'Fully Synthetic Engine Oil 5W-30, 5 Litres',
    priceCents: 4290,
    availableQty: 120,
    orderQty: 1,
    productDescription:
      'Fully synthetic 5W-30 oil for petrol and diesel engines, in a 5 litre can with a moulded handle and screw ' +
      'cap. It is a mid-ash ACEA C3 grade, suitable for cars with a particulate filter where the handbook calls ' +
      'for that specification. The viscosity alone is not enough, so check the maker’s approval listed in your ' +
      'handbook. Five litres fill many four-cylinder engines, but add the last half litre by the dipstick and ' +
      'never overfill.',
  },
  {
    id: 'oil-filter',
    pictures: ['sizes'],
    inTheBox: 'One filter is in the box; the picture shows two',
    category: 'oil-filters',
    attributes: 'Thread: M20 × 1.5\nDiameter: 76 mm\nHeight: 85 mm',
    fitKind: 'listed',
    brand: 'Oldtan',
    numbers:
      'Own: OT-37147-F\nOE Example Motors: 26X 870 886 H\nCompetitor Example Parts: 451.934\nEAN: 2000000371474',
    productName: 'Spin-On Oil Filter, M20 × 1.5',
    priceCents: 890,
    availableQty: 180,
    orderQty: 1,
    productDescription:
      'A spin-on oil filter with M20 × 1.5 thread, sealing ring, bypass valve and a membrane that stops oil ' +
      'draining out while the engine is off. The can is 76 mm in diameter and 85 mm tall. One filter is in the ' +
      'box; the picture shows two so that you can see both ends. Wet the ring with fresh oil, tighten by hand ' +
      'three quarters of a turn after it touches, and check that the old ring has not stayed on the engine.',
  },
  {
    id: 'air-filter',
    pictures: ['sizes'],
    inTheBox: 'One filter is in the box; the picture shows two',
    category: 'air-filters',
    attributes: 'Length: 290 mm\nWidth: 175 mm\nHeight: 42 mm',
    fitKind: 'by-size',
    brand: 'Oldtan',
    numbers:
      'Own: OT-38554-G\nOE Example Motors: 63X 181 983 C\nCompetitor Example Parts: 504.105\nReplaces: OT-37554-G\nEAN: 2000000385549',
    productName: 'Panel Air Filter, 290 × 175 mm',
    priceCents: 1690,
    availableQty: 95,
    orderQty: 1,
    productDescription:
      'A pleated panel air filter in a soft orange frame that seals all round the edge of the filter box. It ' +
      'measures 290 × 175 × 42 mm and needs no oil and no adhesive. The box holds one element; the picture shows ' +
      'two. Measure your old filter, wipe out the housing before fitting, and close every clip, because ' +
      'unfiltered air wears an engine quickly. Change it at the interval in your service book, or sooner if you ' +
      'drive on dusty roads.',
  },
  {
    id: 'spark-plug',
    pictures: ['detail', 'sizes'],
    inTheBox: 'One plug is in the box; the picture shows two',
    category: 'spark-plugs',
    attributes: 'Thread: M14 × 1.25\nGap: 0.8 mm\nReach: 19 mm\nHexagon: 16 mm\nHeat range: 7',
    fitKind: 'listed-all',
    brand: 'Norvane',
    numbers:
      'Own: NV-39961-H\nOE Example Motors: 10X 392 180 F\nCompetitor Example Parts: 557.176\nEAN: 2000000399614',
    productName: 'Iridium Spark Plug, M14, 0.8 mm Gap',
    priceCents: 1190,
    availableQty: 148,
    orderQty: 4,
    productDescription:
      'An iridium spark plug with built-in resistor, heat range 7 and 0.8 mm gap as supplied. Thread M14 × 1.25 ' +
      'with 19 mm reach, 16 mm hexagon and a captive sealing washer. Priced per plug and sold from four, because ' +
      'plugs are best changed as a set. Fit them to a cold engine, start the thread by hand and use the torque ' +
      'your car maker gives. Heat ranges are not numbered alike by all makers, so check the cross-reference, and ' +
      'never lever on the fine centre tip.',
  },
  {
    id: 'headlight-bulb',
    unit: 'pair',
    category: 'bulbs',
    attributes: 'Voltage: 12 V\nPower: 60 W\nBase: P43t',
    fitKind: 'by-size',
    brand: 'Norvane',
    numbers:
      'Own: NV-41368-A\nOE Example Motors: 47X 603 277 A\nCompetitor Example Parts: 610.247\nEAN: 2000000413686',
    productName: 'H4 Halogen Headlight Bulbs, Pair',
    priceCents: 1890,
    availableQty: 76,
    orderQty: 1,
    productDescription:
      'Two H4 halogen bulbs, 12 V 60/55 W, with low and high beam in one bulb and the standard three-tab P43t ' +
      'base. The pair replaces both sides at once, which makes sense because the second bulb usually follows the ' +
      'first. Switch the lights off and let the old bulb cool before you touch it. Hold new bulbs by the metal ' +
      'base, since skin oil on the glass shortens their life, and have the headlight aim checked afterwards.',
  },
  {
    id: 'wiper-blade',
    unit: 'pair',
    category: 'wiper-blades',
    attributes: 'Length: 600 mm\nConnector: Push button',
    fitKind: 'by-size',
    brand: 'Pikehold',
    numbers:
      'Own: PH-42775-B\nOE Example Motors: 84X 814 374 D\nCompetitor Example Parts: 663.318\nReplaces: PH-41775-B\nEAN: 2000000427751',
    productName: 'Flat Wiper Blades, 600 and 500 mm, Pair',
    priceCents: 2990,
    availableQty: 88,
    orderQty: 1,
    productDescription:
      'Two flat wiper blades: 600 mm for the driver, 500 mm for the passenger side. The sprung spine presses the ' +
      'rubber evenly on a curved screen, and the orange button releases the blade from the arm. They fit ' +
      'push-button wiper arms only, so look at your arm and measure both old blades first. Lay a folded towel on ' +
      'the windscreen while you work: a bare arm that snaps back can crack the glass.',
  },
  {
    id: 'jump-leads',
    unit: 'set',
    category: 'jump-leads',
    attributes: 'Cross-section: 25 mm²\nCable length: 3.5 m',
    fitKind: 'every-car',
    brand: 'Norvane',
    numbers:
      'Own: NV-44182-C\nOE Example Motors: 31X 125 471 G\nCompetitor Example Parts: 716.389\nEAN: 2000000441825',
    productName: 'Insulated Jump Leads, 25 mm², 3.5 m',
    priceCents: 4490,
    availableQty: 37,
    orderQty: 1,
    productDescription:
      'Heavy jump leads with thick 25 mm² copper cable, four insulated clamps and a strap that keeps them tidy ' +
      'in the boot. At 3.5 m they reach between cars parked nose to nose, and they suit petrol engines up to ' +
      'about 5.5 litres and diesels up to about 3 litres. One red and one black lead are in the set. Follow the ' +
      'order of connection in your handbook, make the last black connection on bare metal away from the battery, ' +
      'and never jump a battery that is frozen, cracked or leaking.',
  },
  {
    id: 'warning-triangle',
    category: 'warning-triangles',
    attributes: 'Height: 430 mm',
    fitKind: 'every-car',
    brand: 'Pikehold',
    numbers:
      'Own: PH-45589-D\nOE Example Motors: 68X 336 568 B\nCompetitor Example Parts: 769.460\nEAN: 2000000455891',
    productName: 'Folding Warning Triangle',
    priceCents: 0,
    availableQty: 60,
    orderQty: 1,
    productDescription:
      'A folding warning triangle, free of charge: we would rather see one in every car. One per customer, ' +
      'please. The reflective frame stands about 43 cm tall on fold-out legs and packs flat under a seat or in ' +
      'the boot. Put on a high-visibility vest, set it up well behind the car on your side of the road, and ' +
      'stand clear of traffic. Rules differ: some countries forbid placing a triangle on a motorway and some ' +
      'require a certain approval mark, so check what applies where you drive.',
  },
  {
    id: 'alternator',
    category: 'alternators',
    attributes: 'Voltage: 14 V\nCurrent: 120 A\nGrooves: 6',
    fitKind: 'listed',
    brand: 'Norvane',
    numbers:
      'Own: NV-46996-E\nOE Example Motors: 15X 547 665 E\nCompetitor Example Parts: 822.531\nReplaces: NV-45996-E\nEAN: 2000000469966',
    productName: 'Alternator, 14 V 120 A, 6-Groove Pulley',
    priceCents: 21900,
    depositCents: 4500,
    availableQty: 11,
    orderQty: 1,
    productDescription:
      'A rebuilt 14 V, 120 A alternator with built-in regulator and a six-groove pulley for a ribbed belt. It has ' +
      'three mounting lugs, one above and two below, and a solid pulley without freewheel. The box holds the ' +
      'alternator with pulley; belt and bolts are not included. Compare lugs, plug and pulley with the old unit ' +
      'before you start. Disconnect the battery’s negative lead before you work, because the main cable is live ' +
      'at all times, and inspect the belt and its tensioner while you are there.',
  },
  {
    id: 'timing-belt-kit',
    unit: 'kit',
    category: 'timing-belts',
    attributes: 'Width: 24 mm',
    fitKind: 'listed-all',
    brand: 'Millbridge',
    numbers:
      'Own: MB-48403-F\nOE Example Motors: 52X 758 762 H\nCompetitor Example Parts: 875.602\nEAN: 2000000484037',
    productName: 'Timing Belt Kit with Water Pump',
    priceCents: 18500,
    availableQty: 19,
    orderQty: 1,
    productDescription:
      'A timing belt kit with water pump, tensioner, idler and the two bolts, so the whole job is done at once. ' +
      'The toothed belt is 24 mm wide, and the pump comes with its seal; coolant is not included. Order by ' +
      'engine code, because one model often came with several engines. The work needs the correct locking tools: ' +
      'a belt fitted one tooth out can bend the valves. Never crease the belt, and turn the engine two full ' +
      'turns by hand and check the marks before you start it.',
  },
  {
    id: 'clutch-kit',
    pictures: ['detail'],
    unit: 'kit',
    category: 'clutch-kits',
    attributes: 'Diameter: 240 mm',
    fitKind: 'listed',
    brand: 'Millbridge',
    numbers:
      'Own: MB-49810-G\nOE Example Motors: 89X 969 859 C\nCompetitor Example Parts: 928.673\nEAN: 2000000498102',
    productName: 'Three-Piece Clutch Kit, 240 mm',
    priceCents: 24900,
    availableQty: 14,
    orderQty: 1,
    productDescription:
      'A clutch kit in three parts: driven plate, pressure plate and bearing, packed in one box. The driven ' +
      'plate is 240 mm across with six torsion springs, made for engines with a solid, single-mass flywheel. The ' +
      'release bearing is the mechanical, fork-operated type; a centring tool and flywheel bolts are not ' +
      'included. Compare the spline count and diameter with your old plate, check the flywheel for cracks and ' +
      'blue heat marks, and fix any oil leak first. The gearbox has to come out, so plan for a proper lift or ' +
      'leave the fitting to a workshop.',
  },
  {
    id: 'shock-absorber',
    category: 'shock-absorbers',
    attributes: 'Axle: Front',
    fitKind: 'unsaid',
    brand: 'Millbridge',
    numbers:
      'Own: MB-51217-H\nOE Example Motors: 36X 280 956 F\nCompetitor Example Parts: 981.744\nReplaces: MB-50217-H\nEAN: 2000000512174',
    productName: 'Coil-Over Shock Absorber, Front',
    priceCents: 16900,
    availableQty: 1,
    orderQty: 2,
    productDescription:
      'A front coil-over shock absorber, assembled with spring, bump stop and top mount, ready to bolt in. It ' +
      'has a three-stud top mount, a rubber-bushed lower eye and a threaded collar for ride height. Sold from ' +
      'two, because shock absorbers must be replaced in pairs across an axle. The spring is under load: never ' +
      'undo the centre nut without a spring compressor. Tighten the lower bolt with the car’s weight on its ' +
      'wheels, and have the wheel alignment checked afterwards.',
  },
  {
    id: 'radiator',
    pictures: ['sizes'],
    category: 'radiators',
    attributes: 'Length: 650 mm\nHeight: 415 mm\nThickness: 26 mm\nMaterial: Aluminium',
    fitKind: 'listed',
    brand: 'Oldtan',
    numbers:
      'Own: OT-52624-A\nOE Example Motors: 73X 491 153 A\nCompetitor Example Parts: 134.815\nEAN: 2000000526249',
    productName: 'Aluminium Cross-Flow Radiator, 650 × 415 mm',
    priceCents: 16490,
    availableQty: 0,
    orderQty: 1,
    productDescription:
      'A cross-flow radiator with an aluminium core, black plastic side tanks, a filler cap and a drain plug. ' +
      'The core is 650 × 415 × 26 mm, with the hose stubs at the upper left and lower right. It has no ' +
      'transmission oil cooler, so it does not suit automatics that route fluid through the radiator. Hoses, ' +
      'clamps and coolant are not included. Work only on a cold engine, flush the system first, and refill with ' +
      'the coolant type in your handbook rather than mixing what is on the shelf.',
  },
  {
    id: 'piston',
    inTheBox: 'One piston is in the box; the picture shows two',
    category: 'pistons',
    attributes: 'Diameter: 86 mm',
    fitKind: 'unsaid',
    brand: 'Millbridge',
    numbers:
      'Own: MB-54031-B\nOE Example Motors: 20X 702 250 D\nCompetitor Example Parts: 187.886\nEAN: 2000000540313',
    productName: 'Piston with Rings and Pin, 86 mm',
    priceCents: 7450,
    availableQty: 24,
    orderQty: 1,
    productDescription:
      'A standard-size 86 mm piston with coated skirt and four valve pockets, for petrol engines with four ' +
      'valves per cylinder. The box holds one piston, its two compression rings and oil ring set, the pin and ' +
      'two circlips; the picture shows two. Measure the bore before you order: a worn bore needs machining and ' +
      'an oversize piston. Check ring gaps in the bore, match the weight to the other pistons, and always use ' +
      'new circlips. This is engine-rebuild work, to be done with the workshop manual at hand.',
  },
]
