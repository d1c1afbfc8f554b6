import { emailProblem } from '~/platform/email.ts'
import { idInAddress } from '~/shop/images/rules.ts'
import { firstAccent, isColour } from './accent.ts'
import { carriersProblem } from './carrier-lines.ts'
import { linesOf, pairsOf } from './shown.ts'

export type BusinessField = {
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
  /** Chosen otherwise than by typing words. */
  as?: 'logo' | 'picture' | 'colour' | 'choice' | 'number'
  /** Of a choice: its values and their names. */
  choices?: Readonly<Record<string, string>>
}

const choice = (label: string, choices: Record<string, string>, hint?: string) =>
  ({
    label,
    first: Object.keys(choices)[0]!,
    most: 20,
    as: 'choice',
    choices,
    ...(hint && { hint }),
    problem: (value: string) => (Object.hasOwn(choices, value) ? undefined : 'Choose one of these'),
  }) satisfies BusinessField

const pictureProblem = (value: string) =>
  !value || idInAddress(value) ? undefined : 'Choose the picture again'

export const mostWithdrawalDays = 365
export const mostReturnDays = 3650

const wholeNumberProblem = (most: number) => (value: string) =>
  /^\d{1,4}$/.test(value) && Number(value) <= most ? undefined : `Must be a whole number up to ${most}`

const pairHint = (most: number) => `A line each: a title, a colon, a sentence. At most ${most}.`

/** Lines of a title and what is said of it. */
const pairProblem = (most: number) => (value: string) => {
  if (linesOf(value).length > most) return `At most ${most} lines`
  return pairsOf(value).every(({ title, text }) => title && text)
    ? undefined
    : 'Each line needs a colon with words before and after it'
}

/** Whose maps a page may frame: what stands here is allowed by its security policy. */
const mapHosts = [
  'www.google.com',
  'maps.google.com',
  'www.openstreetmap.org',
  'umap.openstreetmap.fr',
  'www.bing.com',
  'embed.waze.com',
]

function mapProblem(value: string) {
  const address = URL.canParse(value) ? new URL(value) : undefined
  return address?.protocol === 'https:' && !address.port && mapHosts.includes(address.hostname)
    ? undefined
    : `Must begin with https:// and one of ${mapHosts.join(', ')}`
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
      founded: {
        label: 'Founding year',
        first: '1998',
        most: 4,
        hint: 'On the page Portfolio and for search engines; other pages say it in their own words.',
        problem: (value) => (!value || /^[12]\d{3}$/.test(value) ? undefined : 'Must be a year like 1998'),
      },
    },
  },
  look: {
    title: 'Logo and colour',
    lead: 'How the shop looks: at the head of every page, in the bar of the browser, on the screen of a phone and in mails.',
    fields: {
      logo: {
        label: 'Logo',
        first: '',
        most: 80,
        as: 'logo',
        hint: 'PNG, JPEG or WebP, at least 256 pixels wide. Where a page is dark it stands on white. Receipts have none.',
        problem: pictureProblem,
      },
      accent: {
        label: 'Colour of buttons and links',
        first: firstAccent,
        most: 7,
        as: 'colour',
        problem: (value) => (isColour(value) ? undefined : 'Must be a colour like #d1470f'),
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
      map: {
        label: 'Address of the map',
        first: '',
        most: 1000,
        setting: 'MAP_EMBED_URL',
        hint: 'From “Share” and “Embed a map” at Google Maps or OpenStreetMap. Without one the page has a drawn map.',
        problem: (value) => (value ? mapProblem(value) : undefined),
      },
    },
  },
  returns: {
    title: 'Returns',
    lead: 'A return is asked for, and you accept or decline it. Who sells to consumers in the European Union must also let them withdraw from a purchase, without a reason, for 14 days after its last part has arrived: that is accepted at once and cannot be declined, and the money goes back within 14 days. A page about returns that you have written yourself must say so, too.',
    fields: {
      askDays: {
        label: 'Days to ask for a return',
        first: '30',
        most: 4,
        isNeeded: true,
        as: 'number',
        setting: 'RETURN_DAYS',
        hint: 'Wherever somebody buys. With 0 nothing is said there.',
        problem: wholeNumberProblem(mostReturnDays),
      },
      depositDays: {
        label: 'Days to return an old part',
        first: '60',
        most: 4,
        isNeeded: true,
        as: 'number',
        hint: 'For its deposit, after the new part has arrived. Who has ordered before has as long as was said then.',
        problem: wholeNumberProblem(mostReturnDays),
      },
      days: {
        label: 'Days to withdraw',
        first: '0',
        most: 3,
        isNeeded: true,
        as: 'number',
        hint: '14 in the European Union. With 0 nobody is promised a right.',
        problem: wholeNumberProblem(mostWithdrawalDays),
      },
      places: choice(
        'Who may withdraw',
        { eu: 'Customers in the EU and the EEA', everybody: 'Everybody' },
        'By where the parts go. An address of which the shop does not know the country takes no right away.',
      ),
      address: {
        label: 'Where parts are sent back to',
        first: '',
        most: 300,
        hasLines: true,
        hint: 'Empty, it is the address of the seller.',
      },
      payer: choice('Who pays for sending back', { customer: 'The customer', shop: 'The shop' }),
      notice: {
        label: 'Notice on the legal guarantee',
        first: '',
        most: 80,
        as: 'picture',
        hint: 'Who sells into the European Union shows its harmonised notice: the official file as PNG, JPEG or WebP. It is in the cart and at the foot of every page.',
        problem: pictureProblem,
      },
    },
  },
  home: {
    title: 'First page',
    lead: 'What stands on the first page beside the parts. What you empty is left out.',
    fields: {
      description: {
        label: 'For search engines',
        first:
          'Car parts that mechanics fit to their own cars, straight answers about fitting them, and free home delivery over $100.',
        most: 200,
      },
      heroAbove: { label: 'Above the headline', first: 'A repair workshop since 1998', most: 60 },
      heroTitle: {
        label: 'Headline',
        first: 'Parts we would fit to *our own* cars',
        most: 80,
        isNeeded: true,
        hint: 'Words between *stars* are coloured.',
      },
      heroText: {
        label: 'Below the headline',
        first: 'Every part with its measurements, what is in the box, and what to watch when you fit it.',
        most: 200,
      },
      benefits: {
        label: 'Why buy here',
        first: [
          'Free home delivery over $100: Order for more than $100 and we carry the parcel to your door at our cost.',
          'Quality you can measure: Thread, thickness, diameter: the page of a part says what to compare with your old one.',
          'Online support: Stuck halfway through the job? Write to us: every message reaches the workshop.',
        ].join('\n'),
        most: 700,
        hasLines: true,
        hint: pairHint(3),
        problem: pairProblem(3),
      },
      featuresTitle: {
        label: 'What we do',
        first: 'One shop, from the shelf to your door',
        most: 80,
      },
      features: {
        label: 'Beside the three pictures',
        first: [
          'Parts described in full: What is in the box, what it measures, and what to check before you order.',
          'Answers from the workshop: Squeaks, leaks, warning lights: what drivers ask, and what to do about it.',
          'On your doorstep: Home delivery costs nothing when you order for more than $100.',
        ].join('\n'),
        most: 700,
        hasLines: true,
        hint: pairHint(3),
        problem: pairProblem(3),
      },
      kitTitle: { label: 'Emergency kit', first: 'Five things that belong in every car', most: 80 },
      kitText: {
        label: 'About the kit',
        first:
          'We have fetched a lot of people from the roadside. These are what they wished they had with them.',
        most: 300,
      },
      kitButton: {
        label: 'Button of the kit',
        first: 'Start with the triangle',
        most: 40,
        hint: 'Leads to the first thing of the list.',
      },
      kit: {
        label: 'Things of the kit',
        first: [
          'Warning triangle: Fifty paces behind the car, before you do anything else.',
          'Reflective vest: One for each seat, kept in the cabin and not in the boot.',
          'Jump leads: Thick copper, three metres at least, for the morning the battery gives up.',
          'Torch with spare batteries: A phone is for calling help; it should not also be your only light.',
          'First-aid kit: Check the date once a year. It is the one thing here that expires.',
        ].join('\n'),
        most: 1500,
        hasLines: true,
        hint: `${pairHint(10)} What of it the shop sells is linked.`,
        problem: pairProblem(10),
      },
      countersTitle: { label: 'Figures', first: 'Since 1998, and still counting', most: 80 },
      counters: {
        label: 'Four figures',
        first: '9247: Repairs finished\n12345: Parts delivered\n8999: Happy drivers\n889: Questions answered',
        most: 300,
        hasLines: true,
        hint: 'A line each: a whole number, a colon, what it counts. At most 4.',
        problem: (value) =>
          pairProblem(4)(value) ??
          (pairsOf(value).every(({ title }) => /^\d{1,9}$/.test(title))
            ? undefined
            : 'Each line begins with a whole number'),
      },
      stepsTitle: { label: 'How it works', first: 'Four steps to a car that runs', most: 80 },
      steps: {
        label: 'Steps',
        first: [
          'Find the part: Search by name, and compare the measurements with your old part.',
          'Order it: Choose quantity and size. The pieces are set aside for you that very moment.',
          'Pay by card: You pay what you saw, to the cent, and find the receipt in My Orders.',
          'Fit it: The description says what to watch, and our blogs answer what is asked most.',
        ].join('\n'),
        most: 1000,
        hasLines: true,
        hint: pairHint(4),
        problem: pairProblem(4),
      },
    },
  },
  packing: {
    title: 'Packing',
    lead: 'What those who pack choose from, and what the slips say that lie in the parcels.',
    fields: {
      carriers: {
        label: 'Your own carriers',
        first: '',
        most: 2000,
        hasLines: true,
        hint: 'A line each: a name, a colon, the address of its tracking page with {} for the number, as in “Fast Vans: https://vans.example/track?n={}”. Without an address only the number is told. One with the name of a carrier that is there already takes its place.',
        problem: carriersProblem,
      },
      note: {
        label: 'Note on packing slips',
        first: '',
        most: 500,
        hasLines: true,
        hint: 'Thanks, or how to return a part. It stands at the end of every slip.',
      },
    },
  },
} as const satisfies Record<string, { title: string; lead: string; fields: Record<string, BusinessField> }>

export type Section = keyof typeof sections
/** Texts of the first page are with that page alone, and what packers need is with their lists. */
const elsewhere = ['home', 'packing'] as const satisfies Section[]
export type PublicBusiness = Omit<Business, (typeof elsewhere)[number]>
export type Business = { [S in Section]: Record<keyof (typeof sections)[S]['fields'], string> }

export const sectionNames = Object.keys(sections) as Section[]
/** What travels with every page. */
export const publicSections = sectionNames.filter((name) => !(elsewhere as Section[]).includes(name))
export const isSection = (name: string): name is Section => (sectionNames as string[]).includes(name)
export const fieldsOf = (section: Section): Record<string, BusinessField> => sections[section].fields

/** Every value as the given function has it. */
export const eachField = (saying: (section: Section, name: string, field: BusinessField) => string) =>
  Object.fromEntries(
    sectionNames.map((section) => [
      section,
      Object.fromEntries(
        Object.entries(fieldsOf(section)).map(([name, field]) => [name, saying(section, name, field)]),
      ),
    ]),
  ) as Business

/** What is wrong with a value, in the words that the form shows. */
export function fieldProblem({ label, most, isNeeded, problem }: BusinessField, value: string) {
  if (isNeeded && !value.trim()) return `${label} is required`
  if (value.trim().length > most) return `At most ${most} characters`
  return problem?.(value.trim())
}
