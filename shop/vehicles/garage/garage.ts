import type { Api } from '~/platform/client/api.ts'
import { newId } from '~/platform/id.ts'
import { toastError } from '~/platform/ui/toast-error.ts'
import { currentSession, onSession } from '~/shop/identity/session/session-store.ts'
import { vehicleRoutes } from '~/shop/routes.ts'
import type { GarageCar, Vehicle } from '../contract.ts'
import { readFacts, writeFacts } from '../facts.ts'
import { mostCarsInBrowser, mostCarsOfAccount } from '../rules.ts'

export type SavedCar = Pick<GarageCar, '_id' | 'vehicleId' | 'name' | 'facts'>

/** The cars of this browser; of the account, as long as somebody is signed in. */
export type Garage = {
  /** Whose they are: an email, or nobody's in particular. */
  owner: string
  /** The car that parts are compared with; empty for none. */
  current: string
  cars: SavedCar[]
}

const empty: Garage = { owner: '', current: '', cars: [] }
const garageKey = 'garage'
/** Read before the first paint: whether there is a car at all. */
const carKey = 'car'

let garage = read()
const listeners = new Set<() => void>()

export const currentGarage = () => garage
export const currentCar = () => garage.cars.find(({ _id }) => _id === garage.current)
export const mostCars = () => (garage.owner ? mostCarsOfAccount : mostCarsInBrowser)
export const isFull = () => garage.cars.length >= mostCars()

export function onGarage(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Takes a car into the garage and drives it. One that is there already is only driven. */
export async function chooseCar({ _id, name }: Pick<Vehicle, '_id' | 'name'>, facts = '') {
  const known = garage.cars.find((car) => car.vehicleId === _id)
  const car = known ?? { _id: newId(), vehicleId: _id, name, facts }
  if (!known && isFull()) return false
  await save(facts && known ? { ...known, facts: merged(known.facts, facts) } : car)
  return true
}

export const driveCar = (id: string) => {
  const car = garage.cars.find(({ _id }) => _id === id)
  if (car) return save(car)
  write({ ...garage, current: '' })
}

/** What was said about the car that is driven; undefined takes it back. */
export async function answer(attribute: string, value: string | undefined) {
  const car = currentCar()
  if (!car) return
  const { [attribute]: _, ...others } = readFacts(car.facts)
  await save({ ...car, facts: writeFacts(value === undefined ? others : { ...others, [attribute]: value }) })
}

export async function removeCar(id: string) {
  const before = garage
  const cars = garage.cars.filter(({ _id }) => _id !== id)
  write({ ...garage, cars, current: garage.current === id ? '' : garage.current })
  if (before.owner) await tell(() => callAs(vehicleRoutes.removeGarageCar, { params: { id } }), before)
}

async function save(car: SavedCar) {
  const before = garage
  const others = garage.cars.filter(({ _id }) => _id !== car._id)
  write({ ...garage, cars: [car, ...others], current: car._id })
  if (before.owner) await tell(() => store(car), before)
}

/** The page shows it at once; what the server refuses is taken back, and said. */
async function tell(send: () => Promise<unknown>, before: Garage) {
  try {
    await send()
  } catch (error) {
    write(before)
    toastError(error)
  }
}

const store = ({ _id: id, vehicleId, facts }: SavedCar) =>
  callAs(vehicleRoutes.saveGarageCar, { params: { id }, body: { vehicleId, facts } })

/** Only those who are signed in download the code for it. */
const callAs: Api = async (route, ...input) =>
  (await import('~/shop/identity/session/auth-client.ts')).authApi(route, ...input)

const merged = (older: string, newer: string) => writeFacts({ ...readFacts(older), ...readFacts(newer) })

let syncing = ''

/** After a log-in the cars of this browser join those of the account; after a log-out none of them stays here. */
async function sync() {
  const session = currentSession()
  if (session.status === 'visitor') {
    syncing = ''
    if (garage.owner) write(empty)
    return
  }
  if (session.status !== 'signed-in' || syncing === session.user.email) return
  const owner = session.user.email
  syncing = owner
  try {
    const stored: SavedCar[] = await callAs(vehicleRoutes.listGarage)
    const mine = garage.owner === '' ? garage.cars : []
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
    const driven = currentCar()?.vehicleId
    const wasHere = garage.owner === owner && garage.current === ''
    const current = cars.find(({ vehicleId }) => vehicleId === driven) ?? (wasHere ? undefined : cars[0])
    write({ owner, cars, current: current?._id ?? '' })
  } catch {
    // The cars of this browser stay as they are, and the next page tries again.
    syncing = ''
  }
}

function write(next: Garage) {
  garage = next
  try {
    if (next.cars.length > 0 || next.owner) localStorage.setItem(garageKey, JSON.stringify(next))
    else localStorage.removeItem(garageKey)
    if (next.current) localStorage.setItem(carKey, next.current)
    else localStorage.removeItem(carKey)
  } catch {
    // Without storage the cars last as long as the page.
  }
  announce()
}

function announce() {
  const { dataset } = document.documentElement
  if (garage.current) dataset.car = ''
  else delete dataset.car
  for (const listener of listeners) listener()
}

function read(): Garage {
  try {
    const { owner, current, cars } = JSON.parse(localStorage.getItem(garageKey) ?? '')
    const isCar = (car: Partial<SavedCar> | null) =>
      [car?._id, car?.vehicleId, car?.name, car?.facts].every((text) => typeof text === 'string')
    if (Array.isArray(cars) && cars.every(isCar))
      return { owner: String(owner), current: String(current), cars }
  } catch {
    // Nothing is stored, or nothing that this version understands.
  }
  return empty
}

if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key }) => {
    if (key !== garageKey && key !== null) return
    garage = read()
    announce()
  })
  onSession(() => void sync())
  void sync()
  announce()
}
