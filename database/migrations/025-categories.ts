import type { Kysely } from 'kysely'
import { sql } from 'kysely'

type Group = { id: string; name: string; about: string; kinds: [id: string, name: string, about: string][] }

/**
 * Products stand in categories of two levels: groups, and kinds of part in each. A shop begins with this set, which its
 * admins change as they like. The id of a category is its part of the address and never changes.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('categories')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // Not a foreign key: a backup is read row by row, and a kind may come before its group.
    .addColumn('parent_id', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute()
  await sql`alter table products add column category_id text references categories (id)`.execute(db)
  await sql`create index products_by_category on products (category_id) where category_id is not null`.execute(
    db,
  )
  const rows = groups.flatMap(({ id, name, about, kinds }, n) => [
    { id, parent_id: null, name, description: about, position: n },
    ...kinds.map(([kind, title, text], position) => ({
      id: kind,
      parent_id: id,
      name: title,
      description: text,
      position,
    })),
  ])
  await (db as Kysely<{ categories: (typeof rows)[number] }>).insertInto('categories').values(rows).execute()
}

const groups: Group[] = [
  {
    id: 'brakes',
    name: 'Brakes',
    about: 'Brake discs, pads, calipers and hoses, with the measurements that decide whether they fit.',
    kinds: [
      ['brake-discs', 'Brake discs', 'Brake discs by diameter and thickness, solid and vented.'],
      ['brake-pads', 'Brake pads', 'Brake pad sets for front and rear axles, with wear indicators.'],
      ['brake-calipers', 'Brake calipers', 'Brake calipers, carriers and the seals for them.'],
      ['brake-hoses', 'Brake hoses', 'Flexible brake hoses and brake pipes.'],
    ],
  },
  {
    id: 'filters',
    name: 'Filters',
    about: 'Oil, air, cabin and fuel filters by thread and size.',
    kinds: [
      ['oil-filters', 'Oil filters', 'Spin-on oil filters and filter elements.'],
      ['air-filters', 'Air filters', 'Panel and round air filters by size.'],
      ['cabin-filters', 'Cabin filters', 'Pollen and carbon filters for the air inside.'],
      ['fuel-filters', 'Fuel filters', 'Fuel filters for petrol and diesel engines.'],
    ],
  },
  {
    id: 'engine',
    name: 'Engine and ignition',
    about: 'Belts, pistons, gaskets, spark plugs and coils for the engine.',
    kinds: [
      ['timing-belts', 'Timing belts', 'Timing belts and kits, with tensioner and water pump.'],
      ['drive-belts', 'Drive belts', 'Ribbed and V-belts by length and number of ribs.'],
      ['pistons', 'Pistons', 'Pistons with rings and pin, by bore.'],
      ['gaskets', 'Gaskets', 'Head gaskets, gasket sets and seals.'],
      ['spark-plugs', 'Spark plugs', 'Spark plugs by thread, gap and heat range.'],
      ['ignition-coils', 'Ignition coils', 'Ignition coils and coil packs.'],
    ],
  },
  {
    id: 'electrics',
    name: 'Electrics and lights',
    about: 'Batteries, alternators, starter motors, bulbs and headlights.',
    kinds: [
      ['batteries', 'Batteries', 'Starter batteries by capacity, current and size.'],
      ['alternators', 'Alternators', 'Alternators by voltage and current.'],
      ['starter-motors', 'Starter motors', 'Starter motors and solenoids.'],
      ['bulbs', 'Bulbs', 'Headlight, indicator and interior bulbs.'],
      ['headlights', 'Headlights', 'Headlights and rear lights.'],
    ],
  },
  {
    id: 'cooling',
    name: 'Cooling',
    about: 'Radiators, water pumps and thermostats.',
    kinds: [
      ['radiators', 'Radiators', 'Radiators by the size of their core.'],
      ['water-pumps', 'Water pumps', 'Water pumps with their gaskets.'],
      ['thermostats', 'Thermostats', 'Thermostats by opening temperature.'],
    ],
  },
  {
    id: 'suspension',
    name: 'Suspension and steering',
    about: 'Shock absorbers, control arms, wheel bearings and tie rods.',
    kinds: [
      ['shock-absorbers', 'Shock absorbers', 'Shock absorbers and struts, front and rear.'],
      ['control-arms', 'Control arms', 'Control arms with their bushes and joints.'],
      ['wheel-bearings', 'Wheel bearings', 'Wheel bearing kits and hubs.'],
      ['tie-rods', 'Tie rods', 'Tie rods and their ends.'],
    ],
  },
  {
    id: 'transmission',
    name: 'Clutch and transmission',
    about: 'Clutch kits and drive shafts.',
    kinds: [
      ['clutch-kits', 'Clutch kits', 'Clutch kits by diameter and number of teeth.'],
      ['drive-shafts', 'Drive shafts', 'Drive shafts, joints and boots.'],
    ],
  },
  {
    id: 'fuel-exhaust',
    name: 'Fuel and exhaust',
    about: 'Fuel pumps, oxygen sensors, silencers and clamps.',
    kinds: [
      ['fuel-pumps', 'Fuel pumps', 'Fuel pumps for the tank and the line.'],
      ['oxygen-sensors', 'Oxygen sensors', 'Oxygen sensors with the plug of the original.'],
      ['silencers', 'Silencers', 'Silencers and exhaust pipes.'],
      ['exhaust-clamps', 'Exhaust clamps', 'Clamps, hangers and gaskets for the exhaust.'],
    ],
  },
  {
    id: 'wheels',
    name: 'Wheels and tyres',
    about: 'Complete wheels, tyres, bolts and nuts.',
    kinds: [
      ['complete-wheels', 'Complete wheels', 'Wheels with tyres, mounted and balanced.'],
      ['tyres', 'Tyres', 'Summer, winter and all-season tyres.'],
      ['wheel-bolts', 'Wheel bolts', 'Wheel bolts and nuts by thread and seat.'],
    ],
  },
  {
    id: 'body',
    name: 'Body and glass',
    about: 'Wiper blades and door mirrors.',
    kinds: [
      ['wiper-blades', 'Wiper blades', 'Wiper blades by length and connector.'],
      ['door-mirrors', 'Door mirrors', 'Door mirrors and mirror glass.'],
    ],
  },
  {
    id: 'oils',
    name: 'Oils and fluids',
    about: 'Engine oils, coolants and brake fluids by grade.',
    kinds: [
      ['engine-oils', 'Engine oils', 'Engine oils by viscosity and approval.'],
      ['coolants', 'Coolants', 'Coolants and antifreeze.'],
      ['brake-fluids', 'Brake fluids', 'Brake fluids by DOT grade.'],
    ],
  },
  {
    id: 'emergency',
    name: 'Tools and emergencies',
    about: 'Jump leads, warning triangles and what else belongs in the boot.',
    kinds: [
      ['jump-leads', 'Jump leads', 'Jump leads by length and cross-section.'],
      ['warning-triangles', 'Warning triangles', 'Warning triangles and vests.'],
    ],
  },
]
