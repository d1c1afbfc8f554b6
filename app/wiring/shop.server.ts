import { fillEmptyShop } from '~/database/demo/fill.server.ts'
import { migrate } from '~/database/migrate.server.ts'
import { requireSchema } from '~/database/schema.server.ts'
import type { CachedFiles } from '~/platform/cache/front.server.ts'
import { sendCached } from '~/platform/cache/front.server.ts'
import { PageCache } from '~/platform/cache/page-cache.server.ts'
import { countersOfMachine, createCounters } from '~/platform/db/counters.server.ts'
import { openDatabase } from '~/platform/db/database.server.ts'
import { probeWriting } from '~/platform/db/write-probe.server.ts'
import { createApp } from '~/platform/http/app.server.ts'
import { createRateLimit } from '~/platform/http/limits/rate-limit.server.ts'
import { serveLive } from '~/platform/http/live.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { serveHealth } from '~/platform/http/pages/health.server.ts'
import { serveMetrics } from '~/platform/http/pages/metrics.server.ts'
import { serveOpenApi } from '~/platform/http/pages/openapi.server.ts'
import { registerEndpoints } from '~/platform/http/register.server.ts'
import { securityHeaders } from '~/platform/http/security-headers.server.ts'
import { serveFiles } from '~/platform/http/static.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { createDelivery, createListDelivery } from '~/platform/mail/deliver.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { startMailWorker } from '~/platform/mail/worker.server.ts'
import type { ReadFamily } from '~/platform/metrics.server.ts'
import { createMetrics, ofWorkers } from '~/platform/metrics.server.ts'
import { toDollars } from '~/platform/money.ts'
import type { ThisWorker } from '~/platform/workers/this-worker.server.ts'
import { hasSeller, openBusiness, sellerOf, withdrawalOf } from '~/shop/business/business.server.ts'
import { serveLook } from '~/shop/business/look.server.ts'
import { startImportWorker } from '~/shop/catalogue/imports/worker.server.ts'
import { openSearch } from '~/shop/catalogue/search/search.server.ts'
import { openStockBoard } from '~/shop/catalogue/stock/stock-board.server.ts'
import { meantBy } from '~/shop/catalogue/words/mistakes.ts'
import type { Config } from '~/shop/config.server.ts'
import { startTablesWorker } from '~/shop/fitment/applications/aces/tables-worker.server.ts'
import { startApplicationsWorker } from '~/shop/fitment/applications/worker.server.ts'
import { partsListedFor } from '~/shop/fitment/store.server.ts'
import type { PasswordHasher } from '~/shop/identity/auth.server.ts'
import { shownDemoAccounts } from '~/shop/identity/demo-accounts.server.ts'
import { openIdentity } from '~/shop/identity/open.server.ts'
import { serveIdentity } from '~/shop/identity/sign-in/identity-http.server.ts'
import { serveImages } from '~/shop/images/serve.server.ts'
import { hasMailbox, serveMails } from '~/shop/mailbox/api.server.ts'
import { createConfirmLinks, serveConfirm } from '~/shop/newsletter/confirm.server.ts'
import { idleNewsletterWorker, startNewsletterWorker } from '~/shop/newsletter/sending/worker.server.ts'
import { createUnsubscribeLinks, serveUnsubscribe } from '~/shop/newsletter/unsubscribe.server.ts'
import { payablePurchases } from '~/shop/orders/pay/payable.server.ts'
import { createFeedKeys } from '~/shop/programs/feeds/feed-keys.server.ts'
import { identifyingPrograms } from '~/shop/programs/tokens/tokens.server.ts'
import { createWebhookSecrets } from '~/shop/programs/webhooks/signature.server.ts'
import { startWebhookWorker } from '~/shop/programs/webhooks/worker.server.ts'
import { openRates } from '~/shop/rates/rates.server.ts'
import { liveProductsPath } from '~/shop/routes.ts'
import { openVehicleSearch } from '~/shop/vehicles/find-vehicles.server.ts'
import { createRenderer } from '../pages/entry.server.tsx'
import { allowedOrigins, openToSites } from './allowed-origins.server.ts'
import { apiEndpoints, summarySources } from './api.server.ts'
import type { Assets } from './assets.server.ts'
import { serveCrawlers, serveSecurityTxt } from './crawlers.server.ts'
import { factsOf } from './facts.server.ts'
import { letterhead } from './letterhead.server.ts'
import { measureProcess, measureShop } from './metrics.server.ts'
import { servePages } from './pages.server.ts'
import { serveGarageForm, servePlainForms } from './plain-forms.server.ts'
import type { PaymentsOutside } from './providers.server.ts'
import { chooseGoogle, openPayments, standInForGoogle } from './providers.server.ts'
import { describeForPrograms } from './webhooks.server.ts'
import { startWorkers } from './workers.server.ts'

const idleMailWorker: MailWorker = { wake: async () => {}, stop: async () => {} }

export type Shop = Awaited<ReturnType<typeof openShop>>

type Front = {
  assets: Assets
  /** The folder of built files; a development server has its own way to serve them. */
  files?: string
  transformHtml?: (path: string, html: string) => Promise<string>
  /** Where pictures named by their address may be fetched from; tests have no public web. */
  reach?: Reach
  /** Tests that are not about passwords hash them quicker. */
  passwords?: PasswordHasher
  /** Tests show what was logged when they fail. */
  log?: Log
  /** How often periodic work is done; tests have no minutes to wait. */
  everyMs?: number
  /** Of several servers on this machine. */
  worker?: ThisWorker | undefined
}

function logOf({ logLevel }: Config, worker: ThisWorker | undefined): Log {
  const log = createLog(logLevel)
  return worker ? log.child({ worker: worker.number }) : log
}

/** The whole shop, ready to listen: used by the server, by development and by the tests alike. */
export async function openShop(config: Config, front: Front, outside: PaymentsOutside = {}) {
  const { worker } = front
  const log = front.log ?? logOf(config, worker)
  const database = await openDatabase(config, log, worker?.siblings)
  await database.withLock(async (db) => {
    await migrate(db)
    await requireSchema(db, database.engine)
    if (config.demo) await fillEmptyShop(db)
  })
  // It hears of a change before the cache does: a page that is rendered then waits for it.
  const business = await openBusiness(database, config.firstValues, log)
  const currentHead = async () => letterhead(config, await business.current())
  const deliver = createDelivery(config, log, currentHead)
  // Without a way out the mails wait in the database until there is one.
  const mailWorker = deliver ? startMailWorker(database.db, deliver, log) : idleMailWorker
  const seller = () => sellerOf(business.now)
  const withdrawal = () => withdrawalOf(business.now)
  const rates = await openRates(database, log)
  const shopName = () => business.now.shop.name
  const stock = openStockBoard(database)
  const cache = new PageCache(undefined, undefined, stock)
  database.onChange((changed) => cache.drop(changed))

  const sites = openToSites(config)
  const headersWith = (mapUrl?: string) => ({
    ...securityHeaders(front.assets.inline, allowedOrigins(config, mapUrl)),
    ...(sites && { vary: 'accept-encoding, origin' }),
  })
  const headers = headersWith()
  /** A page may frame the map that the owner has chosen. */
  const pageHeaders = () => headersWith(business.now.contact.map)
  /** Mails show our pictures in mail programs that are pages of somebody else. */
  const openHeaders = { ...headers, 'cross-origin-resource-policy': 'cross-origin' }
  const fileHeaders = sites ? openHeaders : headers
  const files: CachedFiles = new Map()
  const counters = createCounters(database)
  const limit = createRateLimit(counters, countersOfMachine(worker?.siblings))
  const metrics = createMetrics()
  const observeAnswer = metrics.histogram(
    'car_parts_answer_seconds',
    'Answers that were not sent from memory',
  )
  const sendFromMemory = sendCached(cache, files)
  let sentFromMemory = 0
  const app = createApp({
    log,
    headers,
    trustProxy: config.trustProxy,
    front(request, response) {
      const isSent = sendFromMemory(request, response)
      const count = (is: boolean) => {
        if (is) sentFromMemory += 1
        return is
      }
      return isSent instanceof Promise ? isSent.then(count) : count(isSent)
    },
    onAnswered: ({ method, route, status, seconds }) =>
      observeAnswer({ method, route, status: String(status) }, seconds),
    onArrival: worker?.siblings.catchUp,
    limit,
    badAddressPage: () => pages.badAddressPage(),
    sites,
  })
  const google = chooseGoogle(config, app)
  const { passwords } = front
  const identity = await openIdentity({
    config,
    database,
    log,
    mailWorker,
    google,
    counters,
    passwords,
    shopName,
  })
  const { auth, tokens } = identity
  const payable = payablePurchases(database, { ...config, seller })
  const paying = await openPayments(
    { app, config, database, log, payable, secret: identity.secret, sweepEveryMs: front.everyMs },
    outside,
  )
  const { payments } = paying
  const search = openSearch(database, stock, {
    inSearch: (q) => vehicleSearch.inSearch(q, meantBy),
    listedParts: (vehicleIds) => partsListedFor(database, vehicleIds),
  })
  const vehicleSearch = openVehicleSearch(database, search.partWords)
  const leaveLinks = createUnsubscribeLinks(identity.secret, config.publicUrl)
  const confirmLinks = createConfirmLinks(identity.secret, config.publicUrl)
  const deliverToList = createListDelivery(config, log, currentHead)
  const newsletterWorker = deliverToList
    ? startNewsletterWorker({
        database,
        deliver: deliverToList,
        counters,
        leaveLinks,
        log,
        publicUrl: config.publicUrl,
        perMinute: config.newsletter.perMinute,
        everyMs: front.everyMs,
      })
    : idleNewsletterWorker
  const webhookSecrets = createWebhookSecrets(identity.secret)
  const webhookWorker = startWebhookWorker({
    db: database.db,
    log,
    secrets: webhookSecrets,
    describeObject: describeForPrograms(database.db),
    reach: front.reach,
    everyMs: front.everyMs,
  })
  const importWorker = startImportWorker({
    database,
    log,
    sources: { imageHostUrl: config.imageHostUrl, reach: front.reach },
    everyMs: front.everyMs,
  })
  const applicationsWorker = startApplicationsWorker({ database, log, everyMs: front.everyMs })
  const { dataDir } = config
  const tablesWorker = startTablesWorker({ database, log, dataDir, everyMs: front.everyMs })
  const api = apiEndpoints({
    config,
    database,
    mailWorker,
    search,
    vehicleSearch,
    leaveLinks,
    confirmLinks,
    newsletterWorker,
    business,
    rates,
    withdrawal,
    facts: factsOf(config, business, rates),
    seller,
    reach: front.reach,
    webhookSecrets,
    webhookWorker,
    importWorker,
    applicationsWorker,
    tablesWorker,
    feedKeys: createFeedKeys(identity.secret),
    ...identity,
    ...paying,
  })
  const workers = startWorkers(
    { database, log, payments, mailWorker, config, reach: front.reach },
    front.everyMs,
  )
  const settings = {
    publicUrl: config.publicUrl,
    buying: {
      deliveryFee: toDollars(config.deliveryFeeCents),
      deliveryDays: config.deliveryDays,
    },
    google: google !== undefined || config.firebase !== undefined,
    mailbox: hasMailbox(config),
    newsletterConfirm: config.newsletter.confirm,
    ...(config.demo && { demoAccounts: shownDemoAccounts }),
  }
  const render = createRenderer({
    assets: front.assets,
    settings,
    spinners: config.spinners,
    firebase: config.firebase,
    onError: (err) => log.error({ err }, 'a page could not be made'),
  })

  serveHealth(app, {
    database,
    log,
    requireReady: async () => {
      await requireSchema(database.db, database.engine)
      await probeWriting(database)
    },
  })
  if (config.metricsToken) {
    const stopMeasuring = measureProcess(metrics, { database, cache, sentFromMemory: () => sentFromMemory })
    app.addHook('onClose', async () => stopMeasuring())
    const ofShop = createMetrics()
    measureShop(ofShop, { database, summary: summarySources(database.db) })
    worker?.reports.reportBy(metrics.read)
    const ofProcesses = async () =>
      worker ? ofWorkers((await worker.reports.all()) as Map<number, ReadFamily[]>) : metrics.read()
    serveMetrics(app, async () => [...(await ofProcesses()), ...(await ofShop.read())], config.metricsToken)
  }
  serveSecurityTxt(app, { contactEmail: config.shopEmail, publicUrl: config.publicUrl })
  serveCrawlers(app, { config, db: database.db, headers })
  await serveOpenApi(app, { headers, shopName })
  registerEndpoints(app, api, {
    pages: cache,
    headers,
    sites,
    identify: identifyingPrograms(tokens.identify, { database, log, ...identity }),
    limit,
  })
  await servePlainForms(app, api)
  await serveGarageForm(app, { render, endpoints: api, pageHeaders })
  await serveUnsubscribe(app, database.db, leaveLinks)
  await serveConfirm(app, database.db, confirmLinks)
  serveIdentity(app, { ...identity, config })
  if (google && !config.google) await standInForGoogle(config, app, identity.secret)
  serveImages(app, database, openHeaders)
  serveMails(app, config)
  serveLook(app, { db: database.db, business, headers, openHeaders })
  serveLive(app, database, {
    path: liveProductsPath,
    event: 'products',
    topics: ['products', 'stock'],
    headers,
  })
  // With a real provider the script of its stand-in does not exist.
  const without = config.paymentKeys && /payments-stand-in/
  if (front.files)
    serveFiles(app, front.files, {
      headers: fileHeaders,
      pictureHeaders: openHeaders,
      without,
      cached: files,
    })
  const pages = servePages(app, {
    render,
    endpoints: api,
    cache,
    stock,
    limit,
    business,
    pageHeaders,
    transformHtml: front.transformHtml,
  })

  app.addHook('onClose', async () => {
    for (const worker of Object.values(workers)) await worker.stop()
    await paying.stop()
    await newsletterWorker.stop()
    await webhookWorker.stop()
    await importWorker.stop()
    await applicationsWorker.stop()
    await tablesWorker.stop()
    await mailWorker.stop()
    await database.close()
  })
  await app.ready()
  return {
    app,
    database,
    rates,
    business,
    withdrawal,
    cache,
    pages,
    mailWorker,
    newsletterWorker,
    webhookWorker,
    importWorker,
    applicationsWorker,
    tablesWorker,
    workers,
    search,
    tokens,
    auth,
    payments,
    payConfig: paying.payConfig,
    standIn: paying.standIn,
    lockedAccounts: identity.lockedAccounts,
    hasSeller: hasSeller(business.now),
    log,
  }
}
