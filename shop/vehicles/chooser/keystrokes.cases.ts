/**
 * Fifty cars that people look for: what they type, and which engine of the list beside it they mean. Years are those in
 * which the generation was sold in Europe, as far as the chooser needs them; the shop shows none of this.
 */
type GivenCar = {
  typed: string
  make: string
  model: string
  generation: string
  years: [from: number, to: number | undefined]
  /** Of this generation; the first one is meant. */
  engines: string[]
}

const given = (
  typed: string,
  [make, model, generation]: [string, string, string],
  years: GivenCar['years'],
  engines: string,
): GivenCar => ({ typed, make, model, generation, years, engines: engines.split(', ') })

export const fiftyCars: GivenCar[] = [
  given(
    'golf 5 2.0 tdi',
    ['Volkswagen', 'Golf', '5'],
    [2003, 2008],
    '2.0 TDI, 1.4, 1.4 TSI, 1.6, 1.9 TDI, GTI',
  ),
  given(
    'golf 7 1.6 tdi',
    ['Volkswagen', 'Golf', '7'],
    [2012, 2020],
    '1.6 TDI, 1.2 TSI, 1.4 TSI, 2.0 TDI, GTI, R',
  ),
  given('vw polo 1.2', ['Volkswagen', 'Polo', '6R'], [2009, 2017], '1.2, 1.2 TSI, 1.4, 1.6 TDI, GTI'),
  given(
    'passat 2.0 tdi 2008',
    ['Volkswagen', 'Passat', 'B6'],
    [2005, 2010],
    '2.0 TDI, 1.4 TSI, 1.9 TDI, 2.0 FSI, 3.2',
  ),
  given('tiguan 2.0 tdi', ['Volkswagen', 'Tiguan', '1'], [2007, 2016], '2.0 TDI, 1.4 TSI, 2.0 TSI'),
  given('touran 1.9 tdi', ['Volkswagen', 'Touran', '1T'], [2003, 2015], '1.9 TDI, 1.4 TSI, 1.6, 2.0 TDI'),
  given('audi a3 2.0 tdi', ['Audi', 'A3', '8P'], [2003, 2012], '2.0 TDI, 1.4 TFSI, 1.6, 1.9 TDI, 2.0 TFSI'),
  given('a4 b8 2.0 tdi', ['Audi', 'A4', 'B8'], [2007, 2015], '2.0 TDI, 1.8 TFSI, 2.0 TFSI, 2.7 TDI, 3.0 TDI'),
  given('audi a6 3.0 tdi', ['Audi', 'A6', 'C7'], [2011, 2018], '3.0 TDI, 2.0 TDI, 2.0 TFSI, 2.8 FSI'),
  given('bmw 320d e90', ['BMW', '320d', 'E90'], [2005, 2011], 'N47, M47'),
  given('bmw 318i e46', ['BMW', '318i', 'E46'], [1998, 2005], 'N42, M43, N46'),
  given('bmw 520d f10', ['BMW', '520d', 'F10'], [2010, 2016], 'N47, B47'),
  given('bmw 118d', ['BMW', '118d', 'F20'], [2011, 2019], 'N47, B47'),
  given('bmw x3 2.0d', ['BMW', 'X3', 'F25'], [2010, 2017], '2.0d, 2.0i, 3.0d'),
  given('mercedes c 220', ['Mercedes-Benz', 'C 220 CDI', 'W204'], [2007, 2014], 'OM651, OM646'),
  given('mercedes e 220', ['Mercedes-Benz', 'E 220 CDI', 'W211'], [2002, 2009], 'OM646, OM648'),
  given('mercedes a 180', ['Mercedes-Benz', 'A 180', 'W176'], [2012, 2018], 'M270, OM607'),
  given(
    'sprinter 313',
    ['Mercedes-Benz', 'Sprinter', '906'],
    [2006, 2018],
    '313 CDI, 216 CDI, 318 CDI, 515 CDI',
  ),
  given(
    'opel astra h 1.6',
    ['Opel', 'Astra', 'H'],
    [2004, 2010],
    '1.6, 1.3 CDTI, 1.4, 1.7 CDTI, 1.8, 1.9 CDTI',
  ),
  given(
    'astra j 1.4 turbo',
    ['Opel', 'Astra', 'J'],
    [2009, 2015],
    '1.4 Turbo, 1.3 CDTI, 1.6, 1.7 CDTI, 2.0 CDTI',
  ),
  given('corsa d 1.2', ['Opel', 'Corsa', 'D'], [2006, 2014], '1.2, 1.0, 1.3 CDTI, 1.4, OPC'),
  given('zafira b 1.9 cdti', ['Opel', 'Zafira', 'B'], [2005, 2014], '1.9 CDTI, 1.6, 1.8, 2.2'),
  given('insignia 2.0 cdti', ['Opel', 'Insignia', 'A'], [2008, 2017], '2.0 CDTI, 1.4 Turbo, 1.6 Turbo, 1.8'),
  given('ford focus 1.6', ['Ford', 'Focus', '2'], [2004, 2011], '1.6, 1.4, 1.6 TDCi, 1.8 TDCi, 2.0 TDCi, ST'),
  given(
    'focus 1.0 ecoboost',
    ['Ford', 'Focus', '3'],
    [2010, 2018],
    '1.0 EcoBoost, 1.5 TDCi, 1.6, 1.6 TDCi, 2.0 TDCi',
  ),
  given('fiesta 1.25', ['Ford', 'Fiesta', '6'], [2008, 2017], '1.25, 1.0 EcoBoost, 1.4 TDCi, 1.6 TDCi, ST'),
  given('mondeo 2.0 tdci', ['Ford', 'Mondeo', '4'], [2007, 2014], '2.0 TDCi, 1.6, 1.8 TDCi, 2.2 TDCi'),
  given('ford transit 2.2', ['Ford', 'Transit', '6'], [2006, 2014], '2.2 TDCi, 2.4 TDCi, 3.2 TDCi'),
  given(
    'octavia 1.9 tdi',
    ['Škoda', 'Octavia', '2'],
    [2004, 2013],
    '1.9 TDI, 1.4 TSI, 1.6, 1.6 TDI, 2.0 TDI, RS',
  ),
  given('skoda fabia 1.2', ['Škoda', 'Fabia', '2'], [2007, 2014], '1.2, 1.2 TSI, 1.4 TDI, 1.6 TDI'),
  given('superb 2.0 tdi', ['Škoda', 'Superb', '2'], [2008, 2015], '2.0 TDI, 1.4 TSI, 1.8 TSI, 3.6'),
  given('seat leon 1.6', ['Seat', 'Leon', '1P'], [2005, 2012], '1.6, 1.4 TSI, 1.9 TDI, 2.0 TDI, Cupra'),
  given('ibiza 1.4', ['Seat', 'Ibiza', '6J'], [2008, 2017], '1.4, 1.2 TSI, 1.6 TDI, 1.9 TDI'),
  given('renault clio 1.5 dci', ['Renault', 'Clio', '3'], [2005, 2014], '1.5 dCi, 1.2 16V, 1.4, 1.6 16V'),
  given(
    'megane 1.5 dci',
    ['Renault', 'Mégane', '3'],
    [2008, 2016],
    '1.5 dCi, 1.2 TCe, 1.4 TCe, 1.6 16V, 1.9 dCi',
  ),
  given('kangoo 1.5 dci', ['Renault', 'Kangoo', '2'], [2008, 2021], '1.5 dCi, 1.2 TCe, 1.6 16V'),
  given('peugeot 206 1.4', ['Peugeot', '206', '1'], [1998, 2009], '1.4, 1.1, 1.4 HDi, 1.6, 2.0 HDi'),
  given('peugeot 308 1.6 hdi', ['Peugeot', '308', '1'], [2007, 2013], '1.6 HDi, 1.4 VTi, 1.6 THP, 2.0 HDi'),
  given('citroen c3 1.4', ['Citroën', 'C3', '1'], [2002, 2009], '1.4, 1.1, 1.4 HDi, 1.6 HDi'),
  given('berlingo 1.6 hdi', ['Citroën', 'Berlingo', '2'], [2008, 2018], '1.6 HDi, 1.6, 1.6 VTi'),
  given('fiat 500 1.2', ['Fiat', '500', '312'], [2007, undefined], '1.2, 0.9 TwinAir, 1.3 Multijet, 1.4'),
  given('fiat punto 1.2', ['Fiat', 'Punto', '188'], [1999, 2010], '1.2, 1.3 Multijet, 1.9 JTD'),
  given(
    'fiat ducato 2.3',
    ['Fiat', 'Ducato', '250'],
    [2006, undefined],
    '2.3 Multijet, 2.2 Multijet, 3.0 Multijet',
  ),
  given('toyota yaris 1.0', ['Toyota', 'Yaris', 'XP9'], [2005, 2011], '1.0, 1.3, 1.4 D-4D'),
  given('corolla 1.4 d4d', ['Toyota', 'Corolla', 'E120'], [2001, 2007], '1.4 D-4D, 1.4, 1.6, 2.0 D-4D'),
  given('rav4 2.0', ['Toyota', 'RAV4', 'XA30'], [2005, 2013], '2.0, 2.2 D-4D, 2.4'),
  given('honda civic 1.8', ['Honda', 'Civic', '8'], [2005, 2011], '1.8, 1.4, 2.2 CTDi, Type R'),
  given('nissan qashqai 1.5', ['Nissan', 'Qashqai', 'J10'], [2006, 2013], '1.5 dCi, 1.6, 2.0, 2.0 dCi'),
  given('mazda 3 1.6', ['Mazda', '3', 'BK'], [2003, 2009], '1.6, 1.4, 1.6 MZ-CD, 2.0'),
  given('volvo v70 2.4 d5', ['Volvo', 'V70', '2'], [2000, 2007], '2.4 D5, 2.4, 2.4 T, 2.5 T'),
]
