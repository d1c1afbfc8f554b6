import { findDemo } from '~/database/demo/remove.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { hasSentMail } from '~/platform/mail/mail.server.ts'
import type { OpenBusiness } from '~/shop/business/business.server.ts'
import type { Section } from '~/shop/business/fields.ts'
import { fieldsOf } from '~/shop/business/fields.ts'
import type { LookAtSteps } from '~/shop/business/opening.server.ts'
import { readRecords } from '~/shop/business/records.server.ts'
import { productsTotal } from '~/shop/catalogue/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { demoAccounts } from '~/shop/identity/demo-accounts.server.ts'
import { countAdmins } from '~/shop/identity/users.server.ts'
import { savedPages } from '~/shop/texts/api.server.ts'
import type { PageId } from '~/shop/texts/pages.ts'
import { pageTitles } from '~/shop/texts/pages.ts'
import { urls } from '~/shop/urls.ts'

const legalPages: PageId[] = ['imprint', 'privacy', 'terms']

type Dependencies = { config: Config; database: Database; business: OpenBusiness }

/** What makes a shop somebody's own, area by area; each is a look at what is really so. */
export const openingSteps =
  ({ config, database: { db }, business }: Dependencies): LookAtSteps =>
  async () => {
    const current = await business.current()
    const [demo, products, rates, pages, mailIsOut, admins] = await Promise.all([
      findDemo(
        db,
        demoAccounts.map(({ email }) => email),
      ),
      productsTotal(db),
      readRecords(db, ['delivery', 'tax']),
      savedPages(db),
      hasSentMail(db),
      countAdmins(db),
    ])
    /** Whether the owner, or a setting of the server, says something else than the demo. */
    const isOwn = (section: Section, name: string) =>
      (current[section] as Record<string, string>)[name] !== fieldsOf(section)[name]!.first
    const unwritten = legalPages.filter((id) => !pages.includes(id))
    return [
      {
        id: 'name',
        title: 'Name of the shop',
        todo: 'It is called as the demo, and so says the copyright line.',
        link: urls.settings('shop'),
        isDone: isOwn('shop', 'name') && isOwn('shop', 'copyright'),
      },
      {
        id: 'seller',
        title: 'Who sells',
        todo: 'Receipts name a seller and an address that do not exist.',
        link: urls.settings('seller'),
        isDone: isOwn('seller', 'name') && isOwn('seller', 'address'),
      },
      {
        id: 'contact',
        title: 'How customers reach you',
        todo: 'Address, phone or email of the contact page are those of the demo.',
        link: urls.settings('contact'),
        isDone:
          isOwn('contact', 'address') &&
          isOwn('contact', 'phone') &&
          !current.contact.email.endsWith('@carparts.example'),
      },
      {
        id: 'home',
        title: 'Texts of the first page',
        todo: 'Headline and figures are invented.',
        link: urls.settings('home'),
        isDone: isOwn('home', 'heroTitle') && isOwn('home', 'counters'),
      },
      {
        id: 'pages',
        title: 'Legal pages',
        todo: `Made by the shop and not looked at: ${unwritten.map((id) => pageTitles[id]).join(', ')}. Save each as it is, or as you want it.`,
        link: urls.pages(),
        isDone: unwritten.length === 0,
      },
      {
        id: 'delivery',
        title: 'Delivery',
        todo: 'Nobody has said where you send to and what that costs.',
        link: urls.settings('delivery'),
        isDone: rates.valueOf('delivery') !== undefined,
      },
      {
        id: 'tax',
        title: 'Tax',
        todo: 'Nobody has said whether receipts show tax. That they show none is an answer.',
        link: urls.settings('tax'),
        isDone: rates.valueOf('tax') !== undefined,
      },
      {
        id: 'demo-parts',
        title: 'Parts of the demo',
        todo: 'They can still be ordered. On the server: npm run remove-demo',
        link: urls.manageProducts(),
        isDone: demo.products.length === 0,
      },
      {
        id: 'parts',
        title: 'Something to sell',
        todo: 'There is no part of your own.',
        link: urls.addProduct(),
        isDone: products > demo.products.length,
      },
      {
        id: 'address',
        title: 'An address with https',
        todo: 'PUBLIC_URL on the server must begin with https:// and be what customers type.',
        isDone: config.publicUrl.startsWith('https://'),
      },
      {
        id: 'payments',
        title: 'Real payments',
        todo: 'No money moves: set the live keys of Stripe on the server.',
        isDone: config.paymentKeys?.live === true,
      },
      {
        id: 'mail',
        title: 'Mails go out',
        todo: config.smtpUrl
          ? 'The mail server has taken none yet. Write to yourself by the contact page.'
          : 'Set SMTP_URL on the server.',
        isDone: config.smtpUrl !== undefined && mailIsOut,
      },
      {
        id: 'admins',
        title: 'A second admin',
        todo: 'If you lose your phone and password, nobody can let you in.',
        link: '/dashboard/users',
        isDone: admins > 1,
      },
    ]
  }
