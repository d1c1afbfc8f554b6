import { createHmac } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import type { Role } from '~/platform/roles.ts'
import { readSecret } from '~/shop/identity/secret.server.ts'
import { storePicture } from '~/shop/images/store.server.ts'
import { createConfirmLinks } from '~/shop/newsletter/confirm.server.ts'
import { countReaders } from '~/shop/newsletter/store.server.ts'
import { createUnsubscribeLinks } from '~/shop/newsletter/unsubscribe.server.ts'
import type { Feeds } from '~/shop/programs/feeds/contract.ts'
import type { ProgramRole } from '~/shop/programs/tokens/rules.ts'
import { hashOfToken, newApiToken } from '~/shop/programs/tokens/tokens.server.ts'
import { vehicleRow } from '~/shop/vehicles/rules.ts'
import { standInKeys } from '~/stand-ins/payments/keys.server.ts'
import { signature } from '~/stand-ins/payments/webhooks.server.ts'
import { aProduct } from '../a-product.ts'
import { buyerPayments } from '../buyer-payments.ts'
import { linkToken } from '../outbox.ts'
import { aPerson, logIn } from '../people.ts'
import { aPng } from '../pictures.ts'
import type { TestShop } from '../shop.ts'
import { signedIn } from '../signed-in.ts'

export type Person = Awaited<ReturnType<typeof aPerson>> & { userId: string }
export type World = Awaited<ReturnType<typeof aWorld>>
const password = 'Passw0rd1'

/** A shop with people in it, and everything that a request may be about; each newly made when it is asked for. */
export async function aWorld(shop: TestShop) {
  const secret = await readSecret(shop.database, shop.config.dataDir)
  const keys = standInKeys(secret)
  const leaveLinks = createUnsubscribeLinks(secret, '')
  const confirmLinks = createConfirmLinks(secret, '')
  const payments = await buyerPayments(shop)
  let made = 0
  const next = () => ++made
  const fresh = (word: string) => `${word}-${next()}@matrix.example`

  const person = async (email: string): Promise<Person> => {
    const known = await aPerson(shop, { email, password })
    const { id } = await shop.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return { ...known, userId: id }
  }
  const [user, other, packer, editor, admin, gone] = [
    await person('user@matrix.example'),
    await person('other@matrix.example'),
    await person('packer@matrix.example'),
    await person('editor@matrix.example'),
    await person('admin@matrix.example'),
    await person('gone@matrix.example'),
  ]
  for (const [role, { email }] of Object.entries({ packer, editor, admin }) as [Role, Person][])
    await shop.db.updateTable('users').set({ role }).where('email', '=', email).execute()
  await shop.db.deleteFrom('users').where('email', '=', gone.email).execute()
  await shop.db.deleteFrom('identity_users').where('email', '=', gone.email).execute()

  const returns = { version: 0, values: { days: '14', places: 'everybody' } }
  const sections = '/api/manage/business'
  await shop.send(`${sections}/returns`, { method: 'PUT', body: returns, headers: admin.headers })

  const { id: blogId } = await shop.db.selectFrom('blogs').select('id').executeTakeFirstOrThrow()
  const picture = await storePicture(shop.db, await aPng(16, 12))

  const world = {
    shop,
    blogId,
    picture: picture.split('/').at(-1)!,
    keys,
    user,
    other,
    packer,
    editor,
    admin,
    gone,
    password,
    next,
    fresh,
    /** Somebody whom the shop knows, without an account at the identity provider: quickly made. */
    somebody: async () => (await signedIn(shop, { email: fresh('somebody') })).email,
    session: async (who: Person) => (await logIn(shop, { email: who.email, password })).session,
    product: (availableQty = 1000) => aProduct(shop, { availableQty }),
    async order(customer = user) {
      const product = await aProduct(shop, { availableQty: 1000 })
      const orderBody = { productId: product.id, quantity: 1, price: product.price, size: 'M' }
      const placed = await shop.post('/api/orders', orderBody, customer.headers)
      return { id: placed.json().insertedId as string, product, price: product.price }
    },
    /** Begun and charged at the provider; nobody has confirmed the shop yet. */
    async charged(card?: string) {
      const order = await world.order()
      const started = await payments.start(user, order.id)
      await payments.confirmCard(started, card)
      await payments.deliverWebhooks()
      return { ...order, ...started }
    },
    /** Of a paid purchase that is not packed. */
    async freePart() {
      const { id } = await world.charged()
      await shop.db
        .updateTable('orders')
        .set({ unit_cents: 0, price_cents: 0 })
        .where('id', '=', id)
        .execute()
      return id
    },
    /** The bank has taken the money back, so the provider gives none of it back. */
    async refundInTrouble() {
      const { id, transactionId } = await world.charged('pm_card_createDispute')
      await shop.payments.refund(id)
      const { id: refundId } = await shop.db
        .selectFrom('refunds')
        .select('id')
        .where('transaction_id', '=', transactionId)
        .executeTakeFirstOrThrow()
      return refundId
    },
    async receipt() {
      const { id } = await world.charged()
      const { receipts } = (await shop.get(`/api/purchases/${id}`, user.headers)).json()
      return { id, number: receipts[0].number as string }
    },
    async address() {
      const address = { name: 'Ada', street: fresh('street'), town: 'Bath', country: 'UK' }
      return (await shop.post('/api/addresses', address, user.headers)).json().insertedId as string
    },
    /** A paid purchase at this step. */
    async parcel(delivery_state: 'needs_address' | 'to_pack' | 'packed' | 'shipped') {
      const { id } = await world.charged()
      await shop.db.updateTable('purchases').set({ delivery_state }).where('id', '=', id).execute()
      await shop.db.updateTable('orders').set({ delivery_state }).where('id', '=', id).execute()
      return id
    },
    /** Of a paid purchase of one order, which has two pieces. */
    async parcelOfTwo() {
      const id = await world.parcelToAnAddress('to_pack')
      const two = { quantity: 2, unit_cents: 2500, price_cents: 5000 }
      await shop.db.updateTable('orders').set(two).where('id', '=', id).execute()
      await shop.db.updateTable('parcel_lines').set({ quantity: 2 }).where('parcel_id', '=', id).execute()
      return { id, first: id }
    },
    async secondParcel() {
      const { id, first } = await world.parcelOfTwo()
      const body = { lines: [{ orderId: first, quantity: 1 }] }
      return (await shop.post(`/api/parcels/${id}/split`, body, admin.headers)).json().insertedId as string
    },
    async parcelToAnAddress(state: 'to_pack' | 'packed' = 'packed') {
      const id = await world.parcel(state)
      const address = JSON.stringify({
        name: 'Ada',
        street: '1',
        postalCode: '',
        town: 'Bath',
        country: 'UK',
        phone: '',
      })
      await shop.db.updateTable('purchases').set({ address }).where('id', '=', id).execute()
      return id
    },
    /** A return of a shipped purchase. */
    async return(state: 'asked' | 'accepted' | 'received' = 'asked') {
      const id = await world.parcel('shipped')
      const asked = { quantity: 1, reason: 'damaged' }
      const answer = await shop.post(`/api/orders/${id}/returns`, asked, user.headers)
      const returnId = answer.json().insertedId as string
      if (state !== 'asked')
        await shop.post(`/api/returns/${returnId}/accept`, { answer: 'Dock Road 5' }, admin.headers)
      if (state === 'received')
        await shop.post(`/api/returns/${returnId}/receive`, { sound: true }, admin.headers)
      return returnId
    },
    /** A shipped purchase of 25.00, of which 5.00 are a deposit. */
    async withDeposit() {
      const id = await world.parcel('shipped')
      const deposit = { unit_cents: 2000, deposit_cents: 500, deposit_days: 60 }
      await shop.db.updateTable('orders').set(deposit).where('id', '=', id).execute()
      return id
    },
    async oldPart() {
      const id = await world.withDeposit()
      const answer = await shop.post(`/api/orders/${id}/old-parts`, { quantity: 1 }, user.headers)
      return answer.json().insertedId as string
    },
    /** That somebody withdraws from a shipped purchase of the user, without a log-in. */
    async statement() {
      const purchase_id = await world.parcel('shipped')
      const row = {
        id: fresh('statement'),
        purchase_id,
        customer_id: user.userId,
        name: 'Ada',
        email: user.email,
        number: purchase_id.slice(-8),
        lines: '[]',
        state: 'stated' as const,
        declared_at: new Date().toISOString(),
        refund_by: '2027-01-01',
      }
      await shop.db.insertInto('withdrawals').values(row).execute()
      return row.id
    },
    started: async () => {
      const order = await world.order()
      return { ...order, ...(await payments.start(user, order.id)) }
    },
    blog: async () =>
      (
        await shop.post(
          '/api/manage/blogs',
          { question: 'Why?', markdown: 'Because.', publishAt: null, parts: [] },
          editor.headers,
        )
      ).json().insertedId as string,
    /** Of a part that its author has bought. */
    async review(author: Person) {
      const id = fresh('review')
      const { id: product_id } = await world.product()
      const text = { review_text: 'Round', rating: 5, review_date: new Date().toISOString() }
      const by = { author_id: author.userId, author_name: 'Ada' }
      await shop.db
        .insertInto('reviews')
        .values({ id, product_id, ...text, ...by })
        .execute()
      return id
    },
    /** About a part, with its answer if there is one. */
    async question(answer?: string) {
      const id = fresh('question')
      const { id: product_id } = await world.product()
      const asked_at = new Date().toISOString()
      const asked = {
        asker_id: user.userId,
        asker_name: 'Ada',
        question: 'Is the bolt in the box?',
        asked_at,
      }
      await shop.db
        .insertInto('part_questions')
        .values({ id, product_id, ...asked })
        .execute()
      const body = { answer, seen: '' }
      if (answer)
        await shop.send(`/api/manage/questions/${id}/answer`, {
          method: 'PUT',
          body,
          headers: admin.headers,
        })
      return id
    },
    /** With which another program may do what this role may. */
    async token(role: ProgramRole = 'packer') {
      const id = fresh('token')
      const token = newApiToken()
      const row = { name: id, role, token_hash: hashOfToken(token), last_letters: token.slice(-4) }
      // Used for the last time long after the test: that it is in use is written at most once a minute.
      const times = { created_at: '2026-01-01', expires_at: '2999-01-01', last_used_at: '2999-01-01' }
      await shop.db
        .insertInto('api_tokens')
        .values({ id, ...row, ...times, user_id: admin.userId, revoked_at: null })
        .execute()
      return { id, token }
    },
    /** Switched on, and what their addresses end with. */
    async feeds() {
      const { headers } = admin
      const read = async () => (await shop.send('/api/manage/feeds', { headers })).json() as Feeds
      const { version, addresses } = await read()
      if (!addresses) await shop.send('/api/manage/feeds/key', { method: 'POST', body: { version }, headers })
      const now = await read()
      return { version: now.version, query: new URL(now.addresses!.google).search }
    },
    /** Of a receiver that no delivery reaches before the end of the matrix. */
    async webhook() {
      // Nobody else is told anything meanwhile: the receivers of the matrix are nowhere.
      await shop.db.deleteFrom('webhooks').execute()
      const id = fresh('webhook')
      const at = '2026-01-01T00:00:00.000Z'
      await shop.db
        .insertInto('webhooks')
        .values({
          id,
          address: 'https://127.0.0.1/',
          events: ' none ',
          state: 'on',
          secret_changed_at: at,
          created_at: at,
        })
        .execute()
      return id
    },
    async delivery() {
      const id = fresh('delivery')
      const at = '2026-01-01T00:00:00.000Z'
      const about = { event: 'order.paid', subject: `purchase ${id}`, object_id: id, nth: 0 }
      await shop.db
        .insertInto('webhook_deliveries')
        .values({
          id,
          webhook_id: await world.webhook(),
          ...about,
          state: 'failed',
          created_at: at,
          due_at: at,
        })
        .execute()
      return id
    },
    /** A file of which a piece has arrived. */
    async productImport() {
      const body = { fileName: `${next()}.csv`, lines: 1 }
      const { headers } = admin
      const id: string = (await shop.post('/api/manage/imports', body, headers)).json().insertedId
      const piece = { method: 'PUT', body: { text: 'productName,price\nA new tyre,10\n' }, headers }
      await shop.send(`/api/manage/imports/${id}/pieces/0`, piece)
      return id
    },
    /** A file of a supplier that has arrived, and is not read yet. */
    async listOfCars() {
      const named = ['part', 'years', 'make', 'model']
      const body = {
        fileName: `${next()}.csv`,
        supplier: `S ${next()}`,
        headings: named,
        columns: named,
        lines: 1,
      }
      const { headers } = admin
      return (await shop.post('/api/manage/applications', body, headers)).json().insertedId as string
    },
    async carName() {
      const id = fresh('car-name')
      const row = { id, kind: 'make' as const, make: '', model: '', name: id, target: '', applications: 1 }
      await shop.db.insertInto('car_names').values(row).execute()
      return id
    },
    async remark() {
      const id = fresh('remark')
      const row = { id, text: id, meaning: '' as const, attribute: '', value: '', applications: 1 }
      await shop.db.insertInto('application_notes').values(row).execute()
      return id
    },
    /** A code that takes something off. */
    async discount() {
      const body = { code: `WORLD-${next()}`, kind: 'percent', value: 10 }
      return (await shop.post('/api/manage/discounts', body, admin.headers)).json().insertedId as string
    },
    async code() {
      const { code } = await shop.db
        .selectFrom('discount_codes')
        .select('code')
        .where('id', '=', await world.discount())
        .executeTakeFirstOrThrow()
      return code
    },
    async attribute() {
      const id = fresh('attribute')
      const row = { id, name: id, name_key: id, kind: 'number' as const, unit: 'mm' }
      await shop.db.insertInto('attributes').values(row).execute()
      return id
    },
    async category() {
      const id = fresh('category')
      const row = { id, parent_id: 'body', name: 'Trim', description: '', position: 0 }
      await shop.db.insertInto('categories').values(row).execute()
      return id
    },
    async vehicle() {
      const id = fresh('vehicle')
      const car = { make: 'Lada', model: 'Niva', generation: '', body: '', engine: '', engineCode: '' }
      const built = { fuel: '', litres: '', powerKw: null, builtFrom: '1977-04', builtTo: '' }
      const row = vehicleRow({ id, ...car, ...built }, new Date().toISOString())
      await shop.db.insertInto('vehicles').values(row).execute()
      return id
    },
    async fitment() {
      const { id: productId } = await world.product()
      const line = { vehicleId: await world.vehicle(), quantity: 1 }
      const added = await shop.post(`/api/manage/services/${productId}/fitments`, line, admin.headers)
      return added.json().insertedId as string
    },
    async message() {
      const id = fresh('message')
      const created_at = new Date().toISOString()
      await shop.db
        .insertInto('contact_messages')
        .values({ id, email: user.email, message: 'When do you open?', created_at, read_at: null })
        .execute()
      return id
    },
    async undeliveredMail() {
      const id = fresh('mail')
      const now = new Date().toISOString()
      await shop.db
        .insertInto('mails')
        .values({
          id,
          recipient: user.email,
          subject: 'Your order',
          body: 'Thank you',
          created_at: now,
          attempts: 20,
          due_at: now,
          failed_at: now,
        })
        .execute()
      return id
    },
    async registration() {
      const email = fresh('registers')
      await shop.post(
        '/identity/sign-up/email',
        { name: 'Ada', email, password },
        { 'x-forwarded-for': anAddress() },
      )
      return linkToken(shop.config.dataDir, email, 'verify-email')
    },
    /** With somebody whom it is for; one that is under way has one who could not get it. */
    async newsletter(state: 'draft' | 'paused' = 'draft') {
      await shop.post('/api/newsletter/reads@matrix.example')
      const id = fresh('newsletter')
      const at = new Date().toISOString()
      const text = { subject: 'Winter check', markdown: 'It is cold.', version: 1 }
      await shop.db
        .insertInto('newsletters')
        .values({ id, ...text, state, created_at: at, changed_at: at, started_at: at })
        .execute()
      const send = { newsletter_id: id, subscription_id: 'reads', attempts: 1, due_at: at, sent_at: null }
      if (state !== 'draft')
        await shop.db
          .insertInto('newsletter_sends')
          .values({ ...send, state: 'failed', last_error: '550 5.1.1' })
          .execute()
      return id
    },
    newsletterReaders: () => countReaders(shop.db),
    /** Of a subscription that waits for it. */
    async confirmLink() {
      const id = fresh('waits')
      const row = { id, email: fresh('waits'), created_at: new Date().toISOString() }
      await shop.db.insertInto('newsletter_subscriptions').values(row).execute()
      return new URL(confirmLinks.urlFor(id), 'http://shop').search
    },
    leaveLink: (email: string) => new URL(leaveLinks.urlFor(email), 'http://shop').search,
    signed: (body: string, at?: number) => signature(body, keys.webhookSecret, at),
    /** Everything that was started in the background is done. */
    async quiet() {
      // Mails last: the others queue some.
      await shop.standIn!.webhooks.wake()
      await shop.workers.stockAlerts.wake()
      await shop.workers.lowStock.wake()
      await shop.newsletterWorker.wake()
      await shop.webhookWorker.wake()
      await shop.importWorker.wake()
      await shop.tablesWorker.wake()
      await shop.mailWorker.wake()
    },
    accessTokens: await badAccessTokens(secret, user),
  }
  /** A program with each role, and one that is shut out. */
  const programs = {
    packer: (await world.token('packer')).token,
    editor: (await world.token('editor')).token,
    admin: (await world.token('admin')).token,
    revoked: (await world.token('admin')).token,
  }
  await shop.db
    .updateTable('api_tokens')
    .set({ revoked_at: '2026-01-02' })
    .where('token_hash', '=', hashOfToken(programs.revoked))
    .execute()
  return { ...world, programs }
}

let addresses = 0
/** Behind a proxy each caller has an address of its own, so that no limit meets two cells. */
export function anAddress() {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

async function badAccessTokens(secret: string, { userId: sub, identity, session }: Person) {
  const key = createHmac('sha256', secret).update('access tokens').digest()
  const claims = { iss: 'car-parts', aud: 'car-parts-api', sub }
  const signed = (payload: object, expires = '1h', by: Uint8Array = key) =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(expires).sign(by)
  const right = await signed(claims)
  return {
    expired: await signed(claims, '-1s'),
    'signed by another': await signed(claims, '1h', Buffer.alloc(32, 1)),
    unsigned: new UnsecuredJWT(claims).setExpirationTime('1h').encode(),
    'for another audience': await signed({ ...claims, aud: 'another' }),
    'with another payload': swapped(right),
    'of the identity provider': identity,
    'that is a session': session,
  }
}

/** The same signature below other words. */
export function swapped(token: string) {
  const [head, payload, sign] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
  const other = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString('base64url')
  return [head, other, sign].join('.')
}
