import { emailProblem } from '~/platform/email.ts'

export type Field = {
  label: string
  /** What a shop says that has not changed it. */
  first: string
  /** Characters at most. */
  most: number
  isNeeded?: boolean
  /** May have several lines. */
  hasLines?: boolean
  hint?: string
  /** The setting of the server whose value comes before `first`. */
  setting?: string
  problem?: (value: string) => string | undefined
}

/** All that an owner says of the business, by the pages on which it is edited. Every value is text. */
export const sections = {
  shop: {
    title: 'Shop',
    lead: 'What the shop is called, in titles, mails and at the foot of every page.',
    fields: {
      name: {
        label: 'Name',
        first: 'Car Parts',
        most: 60,
        isNeeded: true,
        hint: 'Entries in authenticator apps that exist keep the old name.',
      },
      slogan: {
        label: 'About the shop',
        first:
          'Parts a mechanic would fit to their own car, and straight answers about fitting them. A family-run workshop since 1998.',
        most: 300,
        hint: 'A sentence or two at the foot of every page.',
      },
      copyright: {
        label: 'Copyright line',
        first: 'Copyright © 2022 Car Parts. Since 1998.',
        most: 120,
      },
    },
  },
  seller: {
    title: 'Seller',
    lead: 'Who sells: on receipts from now on, and where parts are sent back to. Receipts that exist stay as they are.',
    fields: {
      name: { label: 'Name', first: 'Car Parts', most: 100, isNeeded: true, setting: 'SELLER_NAME' },
      address: {
        label: 'Address',
        first: '14 Flywheel Lane\nOld Tannery Yard\nMillbridge',
        most: 300,
        hasLines: true,
        setting: 'SELLER_ADDRESS',
      },
      taxId: {
        label: 'Tax number',
        first: '',
        most: 40,
        setting: 'SELLER_TAX_ID',
        hint: 'Where receipts must have one.',
      },
    },
  },
  contact: {
    title: 'Contact',
    lead: 'How customers reach you.',
    fields: {
      address: {
        label: 'Address of the workshop',
        first: '14 Flywheel Lane\nOld Tannery Yard, Millbridge',
        most: 300,
        hasLines: true,
      },
      email: {
        label: 'Email',
        first: '',
        most: 254,
        setting: 'SHOP_EMAIL',
        problem: (value) => (value ? emailProblem(value) : undefined),
      },
      phone: { label: 'Phone', first: '(555) 555-0142', most: 40 },
      hours: {
        label: 'Opening hours',
        first: 'Monday to Friday: 8:00 to 18:00\nSaturday: 9:00 to 13:00\nSunday: Closed',
        most: 500,
        hasLines: true,
        hint: 'A line each: the days, a colon, the hours.',
      },
    },
  },
} as const satisfies Record<string, { title: string; lead: string; fields: Record<string, Field> }>

export type Section = keyof typeof sections
export type Business = { [S in Section]: Record<keyof (typeof sections)[S]['fields'], string> }

export const sectionNames = Object.keys(sections) as Section[]
export const isSection = (name: string): name is Section => (sectionNames as string[]).includes(name)
export const fieldsOf = (section: Section): Record<string, Field> => sections[section].fields

/** Every value as the given function has it. */
export const eachField = (saying: (section: Section, name: string, field: Field) => string) =>
  Object.fromEntries(
    sectionNames.map((section) => [
      section,
      Object.fromEntries(
        Object.entries(fieldsOf(section)).map(([name, field]) => [name, saying(section, name, field)]),
      ),
    ]),
  ) as Business

/** What is wrong with a value, in the words that the form shows. */
export function fieldProblem({ label, most, isNeeded, problem }: Field, value: string) {
  if (isNeeded && !value.trim()) return `${label} is required`
  if (value.trim().length > most) return `At most ${most} characters`
  return problem?.(value.trim())
}

/** The lines of a value that have something in them. */
export const linesOf = (value: string) =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
