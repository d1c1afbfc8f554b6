import { expect, test } from 'vitest'
import { vehiclesFromEpa } from './epa-cars.ts'

const head = 'barrels08,cylinders,displ,drive,eng_dscr,fuelType1,make,model,trany,VClass,year,baseModel'
const line = (year: number, make: string, model: string, engine = '4,2.0', fuel = 'Regular Gasoline') => {
  const [cylinders, displ] = engine.split(',')
  return `15.6,${cylinders},${displ},Front-Wheel Drive,"(FFS), ""new""",${fuel},${make},${model},Automatic 4-spd,Compact Cars,${year},x`
}
const carsOf = (...lines: string[]) =>
  vehiclesFromEpa([head, ...lines, ''].join('\r\n'))!
    .trim()
    .split('\n')
    .slice(1)

test('the years, drives and gearboxes of a car are one car, which knows its model years', () => {
  expect(
    carsOf(
      line(2004, 'Ford', 'Explorer 4WD', '6,4.0'),
      line(2003, 'Ford', 'Explorer 2WD', '6,4.0'),
      line(2006, 'Ford', 'Explorer 4WD FFV', '6,4.0'),
      line(2003, 'Ford', 'Explorer 2WD', '8,4.6'),
    ),
  ).toEqual([
    'Ford,Explorer,4.0 6-cyl,petrol,4.0,2002-01,2006-12,"model-year=2003,2004,2006"',
    'Ford,Explorer,4.6 8-cyl,petrol,4.6,2002-01,2003-12,model-year=2003',
  ])
})

test('another fuel is another car, and an electric one has no litres', () => {
  expect(
    carsOf(
      line(2012, 'Volkswagen', 'Golf'),
      line(2012, 'Volkswagen', 'Golf', '4,2.0', 'Diesel'),
      line(2015, 'Volkswagen', 'e-Golf', ',', 'Electricity'),
      line(2012, 'Volkswagen', 'Golf', '4,2.0', 'Premium Gasoline'),
    ),
  ).toEqual([
    'Volkswagen,Golf,2.0 4-cyl,petrol,2.0,2011-01,2012-12,model-year=2012',
    'Volkswagen,Golf,2.0 4-cyl diesel,diesel,2.0,2011-01,2012-12,model-year=2012',
    'Volkswagen,e-Golf,electric,electric,,2014-01,2015-12,model-year=2015',
  ])
})

test('a model is called as its maker calls it, but for words about its drive', () => {
  const models = carsOf(
    line(2012, 'BMW', '328i xDrive'),
    line(2012, 'Subaru', 'Impreza AWD'),
    line(2012, 'Jeep', 'Compass FWD/AWD'),
    line(2012, 'GMC', '4WD'),
  ).map((cells) => cells.split(',')[1])
  expect(models).toEqual(['328i xDrive', 'Impreza', 'Compass', '4WD'])
})

test('our own file, or any other, is left as it is', () => {
  expect(vehiclesFromEpa('make,model,builtFrom\nLada,Niva,1977-04\n')).toBeUndefined()
  expect(vehiclesFromEpa('year,make,model\n"2004"x,VW,Golf\n')).toBeUndefined()
  expect(vehiclesFromEpa('')).toBeUndefined()
})
