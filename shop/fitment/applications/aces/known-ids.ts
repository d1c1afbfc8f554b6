import { vehicleKey } from '~/shop/vehicles/rules.ts'

/** One model year of a model. */
export type LicensedVehicle = {
  id: number
  year: number
  make: number
  model: number
  /** All that it was built with; undefined where nobody knows all of them. */
  engines: readonly number[] | undefined
}
type LicensedName = { kind: string; id: number; name: string }

export type KnownIds = ReturnType<typeof knownIds>

/** What numbers stand for, by one edition of the licensed tables. */
export function knownIds(
  edition: string,
  licensedNames: Iterable<LicensedName>,
  list: Iterable<LicensedVehicle>,
) {
  const names = new Map<string, Map<number, string>>()
  for (const { kind, id, name } of licensedNames) {
    const ofKind = names.get(kind) ?? new Map<number, string>()
    names.set(kind, ofKind.set(id, name))
  }
  const vehicles = new Map<number, LicensedVehicle>()
  const ofModel = new Map<string, LicensedVehicle[]>()
  const modelsOfName = new Map<string, Set<number>>()
  const name = (kind: string, id: number) => names.get(kind)?.get(id)
  const nameKeys = new Map<number, string>()
  const nameKey = (model: number) => {
    const known = nameKeys.get(model) ?? vehicleKey(name('Model', model) ?? '')
    nameKeys.set(model, known)
    return known
  }
  for (const vehicle of list) {
    vehicles.set(vehicle.id, vehicle)
    const { make, model } = vehicle
    const key = `${make}/${model}`
    const years = ofModel.get(key)
    if (years) years.push(vehicle)
    else ofModel.set(key, [vehicle])
    const called = `${make}/${nameKey(model)}`
    modelsOfName.set(called, (modelsOfName.get(called) ?? new Set()).add(model))
  }
  return {
    edition,
    name,
    vehicle: (id: number) => vehicles.get(id),
    /** The model years of a model. */
    vehiclesOf: (make: number, model: number): readonly LicensedVehicle[] =>
      ofModel.get(`${make}/${model}`) ?? [],
    /** A make may call a car and a motorcycle alike: then the name does not say which is meant. */
    isOnlyOfItsName: (make: number, model: number) =>
      ![...(modelsOfName.get(`${make}/${nameKey(model)}`) ?? [])].some((other) => other !== model),
  }
}
