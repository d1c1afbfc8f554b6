import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { managedBusinessRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { idInAddress } from '~/shop/images/rules.ts'
import { touchImage } from '~/shop/images/store.server.ts'
import { businessRoutes } from '~/shop/routes.ts'
import type { OpenBusiness } from './business.server.ts'
import { businessContract, refuse } from './contract.ts'
import type { Section } from './fields.ts'
import { fieldProblem, fieldsOf, isSection, sections } from './fields.ts'
import type { LookAtSteps } from './opening.server.ts'
import { readOpening, skipStep, stepOf } from './opening.server.ts'
import { changeRecord, readRecord } from './records.server.ts'

type Dependencies = { database: Database; business: OpenBusiness; lookAtSteps: LookAtSteps }

export const businessApi = ({ database, business, lookAtSteps }: Dependencies) =>
  endpoints({ ...businessRoutes, ...managedBusinessRoutes }, businessContract, {
    getBusiness: {
      access: 'everyone',
      summary: 'What the shop says of itself: name, seller, address, phone, opening hours',
      topics: ['shop_records'],
      handler: () => business.current(),
    },
    getHomeTexts: {
      access: 'everyone',
      summary: 'What stands on the first page beside the parts',
      topics: ['shop_records'],
      handler: async () => (await business.current()).home,
    },
    getBusinessSection: {
      access: 'settings',
      summary: 'A part of it for its form, with what the owner has changed',
      async handler({ params }) {
        const section = knownSection(params.section)
        const { version, stored } = await readSection(database.db, section)
        const first = firstValues(business, section)
        return { version, values: { ...first, ...stored }, changed: Object.keys(stored), first }
      },
    },
    getOpening: {
      access: 'settings',
      summary: 'What is still the demo’s, or missing, before the shop can open',
      handler: () => readOpening(database, lookAtSteps),
    },
    skipOpeningStep: {
      access: 'settings',
      summary: 'Says that a line of that list is not for this shop, or that it is',
      async handler({ params, body: { skipped }, caller }) {
        const step = await stepOf(lookAtSteps, params.step)
        return { modifiedCount: await skipStep(database, caller, step, skipped) }
      },
    },
    changeBusinessSection: {
      access: 'settings',
      summary: 'Changes a part of it, unless somebody else has; fields that are left out stay as they are',
      async handler({ params, body: { version, values }, caller }) {
        const section = knownSection(params.section)
        const first = firstValues(business, section)
        checkValues(section, values, first)
        await requirePictures(database.db, section, values)
        const modifiedCount = await changeSection(database, caller, {
          section,
          version,
          values,
          first,
        })
        await business.current()
        return { modifiedCount }
      },
    },
  })

function knownSection(name: string) {
  if (!isSection(name)) throw refuse('unknown_section')
  return name
}

const firstValues = (business: OpenBusiness, section: Section): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(section)).map(([name, field]) => [name, business.firstOf(field)]),
  )

/** A value that the settings of the server have given is theirs to answer for. */
function checkValues(section: Section, values: Record<string, string>, first: Record<string, string>) {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = fieldsOf(section)[name]
    const isFirst = value !== '' && value === first[name]
    const problem = field ? !isFirst && fieldProblem(field, value) : 'There is no such field'
    if (problem) fields[name] = problem
  }
  if (Object.keys(fields).length > 0) throw refuse('invalid', { fields })
}

/** They count as just uploaded, so that they are not tidied away before the section is stored. */
async function requirePictures(db: Db, section: Section, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const as = fieldsOf(section)[name]?.as
    const id = (as === 'logo' || as === 'picture') && idInAddress(value)
    if (id && !(await touchImage(db, id)))
      throw refuse('invalid', { fields: { [name]: 'Choose the picture again' } })
  }
}

async function readSection(db: Db, section: Section) {
  const { version, value } = await readRecord(db, section)
  return { version, stored: textsIn(value) }
}

const textsIn = (value = '{}'): Record<string, string> => JSON.parse(value)

type Change = {
  section: Section
  version: number
  values: Record<string, string>
  first: Record<string, string>
}

/** Only what differs from the first values is stored, so that these may still change with the settings or the shop. */
const changeSection = (database: Database, by: Caller, { section, version, values, first }: Change) =>
  changeRecord(database, { section, version }, async (tx, stored) => {
    const before: Record<string, string> = { ...first, ...textsIn(stored) }
    const after = { ...before, ...values }
    const changed = Object.keys(after).filter((name) => after[name] !== before[name])
    if (changed.length === 0) return undefined
    await record(tx, by, {
      what: 'shop settings changed',
      subject: sections[section].title,
      details: Object.fromEntries(changed.map((name) => [name, { from: before[name]!, to: after[name]! }])),
    })
    return JSON.stringify(
      Object.fromEntries(Object.entries(after).filter(([name, text]) => text !== first[name])),
    )
  })
