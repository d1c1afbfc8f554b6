import type { Api } from '~/platform/client/api.ts'
import { createStore } from '~/platform/client/store.ts'
import { newId } from '~/platform/id.ts'
import { toastError } from '~/platform/ui/toasts.ts'
import { sessionStore } from '~/shop/identity/session/session-store.ts'
import { garageRoutes } from '~/shop/routes.ts'
import type { Vehicle } from '../contract.ts'
import { readFacts, writeFacts } from '../facts.ts'
import { aboutVehicle, mostCarsInBrowser, mostCarsOfAccount, shortVehicleName } from '../rules.ts'
import type { GarageCar } from './contract.ts'

export type SavedCar = Omit<GarageCar, 'isListed'>

/** The cars of this browser; of the account, as long as somebody is signed in. */
export type Garage = {
  /** Whose they are: an email, or nobody's in particular. */
  owner: string
  /** The car that parts are compared with; empty for none. */
  current: string
  cars: SavedCar[]
}

const empty: Garage = { owner: '', current: '', cars: [] }
/** Read before the first paint: whether there is a car at all. */
const carKey = 'car'

export const garageStore = createStore(empty, {
  key: 'garage',
  read: toGarage,
  write: (garage) => (garage.cars.length > 0 || garage.owner ? garage : undefined),
})

export const useGarage = () => garageStore.use((garage) => garage)
/** The car that parts are compared with. */
export const useCar = () => garageStore.use(carIn)
export const currentCar = () => carIn(garageStore.get())
const carIn = ({ cars, current }: Garage) => cars.find(({ _id }) => _id === current)
export const mostCars = () => (garageStore.get().owner ? mostCarsOfAccount : mostCarsInBrowser)
export const isFull = () => garageStore.get().cars.length >= mostCars()

/** Takes a car into the garage and drives it. One that is there already is only driven. */
export async function chooseCar(vehicle: Vehicle, facts = '') {
  const { _id: vehicleId, name } = vehicle
  const known = garageStore.get().cars.find((car) => car.vehicleId === vehicleId)
  const [shortName, about] = [shortVehicleName(vehicle), aboutVehicle(vehicle)]
  const car = known ?? { _id: newId(), vehicleId, name, shortName, about, facts }
  if (!known && isFull()) return false
  await save(facts && known ? { ...known, facts: merged(known.facts, facts) } : car)
  return true
}

export const driveCar = (id: string) => {
  const garage = garageStore.get()
  const car = garage.cars.find(({ _id }) => _id === id)
  if (car) return save(car)
  garageStore.set({ ...garage, current: '' })
}

/** What was said about the car that is driven; undefined takes it back. */
export async function answer(attribute: string, value: string | undefined) {
  const car = currentCar()
  if (!car) return
  const { [attribute]: _, ...others } = readFacts(car.facts)
  await save({ ...car, facts: writeFacts(value === undefined ? others : { ...others, [attribute]: value }) })
}

export async function removeCar(id: string) {
  const before = garageStore.get()
  const cars = before.cars.filter(({ _id }) => _id !== id)
  garageStore.set({ ...before, cars, current: before.current === id ? '' : before.current })
  if (before.owner) await tell(() => callAs(garageRoutes.removeGarageCar, { params: { id } }), before)
}

async function save(car: SavedCar) {
  const before = garageStore.get()
  const others = before.cars.filter(({ _id }) => _id !== car._id)
  garageStore.set({ ...before, cars: [car, ...others], current: car._id })
  if (before.owner) await tell(() => store(car), before)
}

/** The page shows it at once; what the server refuses is taken back, and said. */
async function tell(send: () => Promise<unknown>, before: Garage) {
  try {
    await send()
  } catch (error) {
    garageStore.set(before)
    toastError(error)
  }
}

const store = ({ _id: id, vehicleId, facts }: SavedCar) =>
  callAs(garageRoutes.saveGarageCar, { params: { id }, body: { vehicleId, facts } })

/** Only those who are signed in download the code for it. */
const callAs: Api = async (route, ...input) =>
  (await import('~/shop/identity/session/auth-client.ts')).authApi(route, ...input)

const merged = (older: string, newer: string) => writeFacts({ ...readFacts(older), ...readFacts(newer) })

let syncing = ''

/** After a log-in the cars of this browser join those of the account; after a log-out none of them stays here. */
async function sync() {
  const session = sessionStore.get()
  if (session.status === 'visitor') {
    syncing = ''
    if (garageStore.get().owner) garageStore.set(empty)
    return
  }
  if (session.status !== 'signed-in' || syncing === session.user.email) return
  const owner = session.user.email
  syncing = owner
  try {
    const stored: SavedCar[] = await callAs(garageRoutes.listGarage)
    const before = garageStore.get()
    const mine = before.owner === '' ? before.cars : []
    const joined = stored.map((car) => {
      const same = mine.find(({ vehicleId }) => vehicleId === car.vehicleId)
      return same?.facts ? { ...car, facts: merged(car.facts, same.facts) } : car
    })
    const added = mine
      .filter((car) => !stored.some(({ vehicleId }) => vehicleId === car.vehicleId))
      .slice(0, mostCarsOfAccount - stored.length)
    const changed = joined.filter(({ facts }, n) => facts !== stored[n]!.facts)
    for (const car of [...changed, ...added]) await store(car)
    if (syncing !== owner) return
    const cars = [...added, ...joined]
    const garage = garageStore.get()
    const driven = carIn(garage)?.vehicleId
    const wasHere = garage.owner === owner && garage.current === ''
    const current = cars.find(({ vehicleId }) => vehicleId === driven) ?? (wasHere ? undefined : cars[0])
    garageStore.set({ owner, cars, current: current?._id ?? '' })
  } catch {
    // The cars of this browser stay as they are, and the next page tries again.
    syncing = ''
  }
}

/** What was stored, if this version understands it. */
function toGarage(stored: unknown): Garage {
  const { owner, current, cars } = (stored ?? {}) as Partial<Garage>
  const isCar = (car: Partial<SavedCar> | null) =>
    [car?._id, car?.vehicleId, car?.name, car?.facts].every((text) => typeof text === 'string')
  if (!Array.isArray(cars) || !cars.every(isCar)) return empty
  // Stored before a car had a short name, too.
  const complete = cars.map((car) => ({
    ...car,
    shortName: car.shortName ?? car.name,
    about: car.about ?? '',
  }))
  return { owner: String(owner), current: String(current), cars: complete }
}

/** For the next page, before its first paint, and for the styles of this one. */
function markDrivenCar() {
  const { current } = garageStore.get()
  const { dataset } = document.documentElement
  if (current) dataset.car = ''
  else delete dataset.car
  try {
    if (current) localStorage.setItem(carKey, current)
    else localStorage.removeItem(carKey)
  } catch {
    // Without storage the car lasts as long as the page.
  }
}

if (typeof window !== 'undefined') {
  garageStore.subscribe(markDrivenCar)
  sessionStore.subscribe(() => void sync())
  void sync()
  markDrivenCar()
}
