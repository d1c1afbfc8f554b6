import type { Generated, Selectable } from 'kysely'
import type { Role } from '~/platform/roles.ts'

/** Every table; a column with a default is Generated. Times are UTC in ISO 8601, money is whole cents, ids are text. */
export type Tables = {
  products: ProductTable
  /** One row, maintained by triggers. */
  products_total: { total: number }
  part_numbers: PartNumberRow
  own_numbers: OwnNumberRow
  suppliers: SupplierRow
  product_imports: ProductImportTable
  /** The text of a file that is imported in the background, until that is over. */
  import_pieces: { import_id: string; nth: number; text: string }
  import_changes: ImportChangeRow
  supplied_values: SuppliedRow
  import_mistakes: { import_id: string; line: number; nth: number; message: string }
  categories: CategoryTable
  attributes: AttributeRow
  /** A group of names per row, with commas between them. */
  synonyms: { position: number; words: string }
  /** What the owner has changed, as JSON. */
  shop_records: { section: string; value: string; version: number; language: Generated<string> }
  /** What the owner has written: the newest of a page is shown. */
  page_versions: {
    page_id: string
    version: number
    at: string
    markdown: string
    language: Generated<string>
  }
  /** That the owner has put together: a row for each of the two ways. */
  related_parts: { product_id: string; other_id: string; position: number }
  /** Counted every night; of several generations one is shown. */
  bought_together: { generation: string; product_id: string; other_id: string; score: number }
  /** One row. */
  bought_together_counts: {
    id: string
    generation: string
    /** Of all that is shown, to see whether another count has come to the same. */
    digest: string
    counted_at: string | null
  }
  vehicles: VehicleRow
  vehicle_options: { vehicle_id: string; attribute: string; value: string; position: number }
  fit_attributes: FitAttributeTable
  fitments: FitmentTable
  application_imports: ApplicationImportTable
  /** The text of a file of applications, until it is read. */
  application_pieces: { import_id: string; nth: number; text: string }
  applications: ApplicationRow
  application_parts: ApplicationPartRow
  car_names: CarNameRow
  vehicle_tables: VehicleTablesTable
  licensed_names: LicensedNameRow
  licensed_vehicles: LicensedVehicleRow
  application_notes: ApplicationNoteRow
  garage_cars: GarageCarRow
  stock_movements: StockMovementRow
  stock_alerts: { product_id: string; customer_id: string; email: string; created_at: string }
  orders: OrderTable
  order_keys: OrderKeyRow
  parcels: ParcelRow
  parcel_lines: ParcelLineRow
  purchases: PurchaseTable
  refund_lines: RefundLineTable
  receipts: ReceiptTable
  /** The number that was given out last. */
  receipt_counters: { series: ReceiptRow['series']; year: number; last: number }
  returns: ReturnRow
  old_parts: OldPartRow
  withdrawals: WithdrawalRow
  cart_lines: CartLineRow
  addresses: {
    id: string
    customer_id: string
    address: string
    created_at: string
    /** Null for what was added before this was stored. */
    used_at: string | null
  }
  images: { id: string; uploaded_at: string }
  image_copies: ImageCopyRow
  picture_fetches: PictureFetchRow
  audit_entries: AuditEntryRow
  blogs: BlogTable
  blog_versions: {
    blog_id: string
    version: number
    at: string
    by_name: string
    question: string
    markdown: string
    language: Generated<string>
  }
  blog_parts: { blog_id: string; product_id: string; position: number }
  reviews: ReviewTable
  review_marks: ReviewMarkRow
  /** Of those of the shop: one row, maintained by triggers. */
  reviews_total: { reviews: number; stars: number; hidden: Generated<number> }
  /** One row for a part that was ever reviewed, maintained by triggers. */
  part_ratings: PartRatingTable
  part_questions: PartQuestionRow
  part_answers: PartAnswerRow
  newsletter_subscriptions: SubscriptionTable
  newsletters: NewsletterTable
  /** Whom a newsletter is for, frozen before its first mail leaves; no address and no text is in it. */
  newsletter_sends: NewsletterSendRow
  contact_answers: ContactAnswerRow
  contact_messages: ContactMessageTable
  mails: MailTable
  /** Parts that the owner knows to be low or out. */
  low_stock: { product_id: string; since: string }
  users: UserRow
  secrets: { name: string; value: string }
  /** One row, written to see whether anything can be. */
  write_probe: { id: string; content: string }
  counts: { key: string; count: number; ends_at: string }
  registrations: RegistrationRow
  identity_users: IdentityUserRow
  identity_accounts: IdentityAccountRow
  identity_sessions: IdentitySessionRow
  identity_second_factors: { id: string; userId: string }
  authenticators: AuthenticatorRow
  recovery_codes: { identity_id: string; code_hash: string }
  identity_verifications: { id: string; value: string }
  payments: PaymentRow
  refunds: RefundTable
  discount_codes: DiscountCodeTable
  discount_uses: DiscountUseTable
  disputes: DisputeRow
  api_tokens: ApiTokenRow
  webhooks: WebhookTable
  /** What happened, for each that is to be told; written by triggers. */
  webhook_deliveries: WebhookDeliveryTable
  payment_attempts: { reference: string; attempt: number }
  stand_in_objects: StandInObjectRow
  stand_in_webhooks: { event_id: string; attempts: number; due_at: string }
}

type ProductTable = {
  id: string
  product_name: string
  /**
   * The name in lower case without accents, and behind it the own number where another part has the name: unique, and
   * what names are sorted by.
   */
  name_key: string
  image: string
  /** 0 is a free item. */
  price_cents: number
  /** For the old part, per piece: it goes back when that is returned. */
  deposit_cents: Generated<number>
  available_qty: number
  order_qty: number
  product_description: string
  /** Name and description in lower case without accents, for searching. */
  search_text: string
  created_at: string
  changed_at: Generated<string>
  /** Empty when nobody has named it. */
  brand: Generated<string>
  /** One per line, as people write them; `part_numbers` is derived from it. */
  numbers: Generated<string>
  category_id: string | null
  /** One per line: a name of the table `attributes` and its value. */
  attributes: Generated<string>
  /** How completely it is known which cars it is for. */
  fit_kind: Generated<'unsaid' | 'listed' | 'listed-all' | 'by-size' | 'every-car'>
  /** Addresses of the pictures after `image`, one per line. */
  more_pictures: Generated<string>
  /** What one price buys, “set of 4”; empty for a piece. */
  unit: Generated<string>
  /** “One filter is in the box; the picture shows two”. */
  in_the_box: Generated<string>
  /** Of one piece; null where nobody has weighed it, which is not nothing. */
  weight_grams: number | null
  /** How it can leave the shop. */
  ships: Generated<'parcel' | 'freight' | 'collect'>
  /** Where it lies, for who packs it; empty where nobody has said so. */
  shelf: Generated<string>
  /** What is hidden is not for sale yet: only those who manage products see it. */
  visibility: Generated<'shown' | 'hidden'>
}
export type ProductRow = Selectable<ProductTable>

/** Whose own number it is: one part of each brand. A part that was there before this was asked may be missing. */
type OwnNumberRow = { brand_key: string; number_key: string; product_id: string }

/** Who sends files, and what the columns of theirs are. */
export type SupplierRow = {
  /** The name as it is compared. */
  name_key: string
  name: string
  /** JSON: by the key of a heading, what such a column is. */
  columns: string
  decimal_mark: ',' | '.'
  /** JSON: how the owner wants their PIES files to be read. */
  pies: string | null
  changed_at: string
}

type ProductImportTable = {
  id: string
  file_name: string
  /** As it was typed; empty for none. */
  supplier: string
  /** JSON: what the columns are; null for a file with our own headings. */
  mapping: string | null
  /** JSON: how a PIES file is read; null for a file for spreadsheets. */
  pies: string | null
  /** Who sent it, in whose name the products are changed. */
  user_id: string
  email: string
  program: string | null
  state:
    | 'sending'
    | 'checking'
    | 'checked'
    | 'applying'
    | 'done'
    | 'cancelled'
    | 'failed'
    | 'undoing'
    | 'undone'
  /** About how many there are, and exactly once it is checked. */
  lines: number
  /** Applied up to this one, and how many that are. */
  last_line: Generated<number>
  done_lines: Generated<number>
  added: Generated<number>
  changed: Generated<number>
  unchanged: Generated<number>
  mistakes: Generated<number>
  bad_lines: Generated<number>
  /** JSON: what the check has found, the first of each. */
  found: Generated<string | null>
  /** JSON: in whose name it is undone. */
  undone_by: Generated<string | null>
  /** Up to this product, and how many are as they were and how many stay as they are. */
  undone_to: Generated<string>
  undone: Generated<number>
  kept: Generated<number>
  /** How often it was begun without getting further. */
  attempts: Generated<number>
  /** Until then the server has it that works on it. */
  due_at: string
  created_at: string
  started_at: Generated<string | null>
  ended_at: Generated<string | null>
}
export type ProductImportRow = Selectable<ProductImportTable>

export type ImportChangeRow = {
  import_id: string
  product_id: string
  /** JSON; null where the import has added the product. */
  changes: string | null
}

export type SuppliedRow = {
  product_id: string
  /** JSON: what the last file of its maker said of the product. */
  said: string
  /** In that import; empty once it was undone. */
  import_id: string
  /** What the file before it said, for when it is undone. */
  said_before: string | null
}

/** What parts are described by. */
export type AttributeRow = {
  id: string
  name: string
  /** The name as it is compared; unique. */
  name_key: string
  kind: 'number' | 'text'
  /** Of a number; empty for one that is only counted. */
  unit: string
}

/** A group, or a kind of part in a group. */
type CategoryTable = {
  /** Its part of the address; it never changes. */
  id: string
  /** Null for a group. */
  parent_id: string | null
  name: string
  description: string
  /** Among those beside it. */
  position: number
  /** Whether a car needs it again and again: it is on the list of what the car needs. */
  need: Generated<'' | 'regular'>
}
export type CategoryRow = Selectable<CategoryTable>

/** A model with one engine, as it was built from one month to another. */
export type VehicleRow = {
  /** Readable: `volkswagen-golf-5-2.0-tdi-bkd`. */
  id: string
  make: string
  /** In lower case without accents, as is `model_key`. */
  make_key: string
  model: string
  model_key: string
  generation: string
  body: string
  engine: string
  engine_code: string
  fuel: string
  /** Of the engine, as “2.0”; empty without one. */
  litres: string
  power_kw: number | null
  /** A month, `2003-10`; `built_to` is empty while it is still built. */
  built_from: string
  built_to: string
  search_text: string
  changed_at: string
}

/** What a car may be asked about. */
type FitAttributeTable = {
  id: string
  name: string
  question: string
  help: string
  position: number
  /** The kind of part that it tells about; empty where it decides about fits alone. */
  category_id: Generated<string>
  /** The attribute of parts that it is compared with; empty for none. */
  measure: Generated<string>
  /** The part must have the same, or is bought until it comes to as much; empty where it is only told. */
  compared: Generated<'' | 'equal' | 'amount'>
}
export type FitAttributeRow = Selectable<FitAttributeTable>

/** That a part belongs on a car. Empty months have no limit. */
type FitmentTable = {
  id: string
  product_id: string
  vehicle_id: string
  position: string
  /** 0: this car needs none, and the remark says why. */
  quantity: number
  built_from: string
  built_to: string
  /** `a=1,2;b=3`, sorted. */
  conditions: string
  /** A condition in free words. */
  must_check: string
  /** Restricts nothing. */
  remark: string
  /** The supplier whose file says it; empty for what is said by hand. */
  source: string
  /** 1 for what has words of licensed tables: these are in no export. */
  licensed: Generated<number>
}
export type FitmentRow = Selectable<FitmentTable>

/** A file in which a supplier says what its parts are for. */
type ApplicationImportTable = {
  id: string
  /** As it was typed, and as it is compared. */
  supplier: string
  supplier_key: string
  file_name: string
  /** Whose parts they are, and how many a car needs, where the file does not say it. */
  brand: string
  quantity: number
  /** JSON: what the columns are. */
  mapping: string
  /** With names of cars in columns, or ACES, with numbers. */
  kind: Generated<'flat' | 'aces'>
  /** JSON: what an ACES file says of itself; null until it is read. */
  header: string | null
  user_id: string
  email: string
  program: string | null
  state:
    | 'sending'
    | 'reading'
    | 'checking'
    | 'checked'
    | 'applying'
    | 'done'
    | 'cancelled'
    | 'failed'
    | 'undoing'
    | 'undone'
  /** About how many there are, and exactly once it is read. */
  lines: number
  done_lines: Generated<number>
  /** How many parts it names, and how many of them are done; the last of these. */
  parts: Generated<number>
  done_parts: Generated<number>
  last_part: Generated<string>
  /** Lines of lists of cars. */
  added: Generated<number>
  removed: Generated<number>
  /** JSON: what the look at it has found. */
  found: string | null
  attempts: Generated<number>
  due_at: string
  created_at: string
  started_at: string | null
  ended_at: string | null
}
export type ApplicationImportRow = Selectable<ApplicationImportTable>

/** What a supplier says in one line, as it was sent. */
export type ApplicationRow = {
  import_id: string
  line: number
  /** The number and brand of the part, as they are compared. */
  part_key: string
  part: string
  brand: string
  make: string
  model: string
  submodel: string
  engine: string
  /** Model years like `2003`, or months like `2003-10`. */
  built_from: string
  built_to: string
  position: string
  quantity: number
  /** As JSON. */
  notes: string
  /** Why it cannot be read; empty where it can. */
  problem: string
  /** JSON: the numbers of licensed tables in it; empty where cars are named. */
  said: string
  /** 1: it takes away what an earlier file has said. */
  removes: number
}

/** An edition of the licensed tables by which numbers in ACES files are read. */
type VehicleTablesTable = {
  id: string
  state: 'reading' | 'current' | 'broken' | 'failed'
  /** A date, once it is read. */
  edition: Generated<string>
  may_be_older: number
  /** JSON: how many rows each table has, and which are not there. */
  found: string | null
  problem: Generated<string>
  attempts: Generated<number>
  due_at: string
  created_at: string
}
export type VehicleTablesRow = Selectable<VehicleTablesTable>

/** What a number in an ACES file stands for. */
export type LicensedNameRow = { tables_id: string; kind: string; id: number; name: string }

/** One model year of a model. */
export type LicensedVehicleRow = {
  tables_id: string
  id: number
  year: number
  make: number
  model: number
  /** Numbers with commas between; empty where they are not known to be all. */
  engines: string
}

/** Whose applications count for a part. */
type ApplicationPartRow = {
  supplier_key: string
  part_key: string
  import_id: string
  /** Whose did before that one; null where there were none, and empty where these are deleted by now. */
  import_before: string | null
  /** Whose list is made from them. */
  product_id: string | null
}

/** A name in files that no car of ours has. */
export type CarNameRow = {
  id: string
  kind: 'make' | 'model' | 'engine'
  /** The keys of the make and model of ours within which it is a name. */
  make: string
  model: string
  name: string
  /** What it is here; empty as long as nobody has said it. */
  target: string
  /** How many lines of the last file have it. */
  applications: number
}

/** Words in files that restrict what a part is for. */
export type ApplicationNoteRow = {
  id: string
  text: string
  /** Empty as long as nobody has said it: then they restrict. */
  meaning: '' | 'restricts' | 'informs' | 'attribute'
  attribute: string
  value: string
  applications: number
}

/** A car that a customer has saved. */
export type GarageCarRow = {
  user_id: string
  /** Chosen by the browser, so that saving twice is saving once. */
  id: string
  vehicle_id: string
  /** As it was when it was saved: its model may be gone from the list since. */
  name: string
  facts: string
  used_at: string
}

/** What people may call a part by. */
export type PartNumberRow = {
  id: string
  product_id: string
  /** Of a car maker (`oe`), of another brand (`competitor`), or one that this part replaces. */
  kind: 'own' | 'oe' | 'competitor' | 'replaced' | 'ean'
  /** Whose number it is; empty for own numbers and EANs. */
  maker: string
  /** As its maker writes it. */
  number: string
  number_key: string
  key_backwards: string
  key_ends: string
  position: number
}

/** Why stock changed. The sum of all changes of a product is its available_qty, always. */
export type StockMovementRow = {
  id: string
  product_id: string
  change: number
  reason: 'opening' | 'ordered' | 'cancelled' | 'expired' | 'restocked'
  order_id: string | null
  /** The person who did it; null for the shop itself. */
  by_user: string | null
  at: string
}

/** One or more orders with one payment. A purchase of one order has the order's id. */
type PurchaseTable = {
  id: string
  customer_id: string
  created_at: string
  /** For delivery, beside the prices of the orders. */
  fee_cents: Generated<number>
  /** What has paid it; null while it is unpaid, or free. */
  transaction_id: string | null
  paid_at: string | null
  /** JSON: a copy of the address that was chosen; null until then, and once its customer is deleted. */
  address: string | null
  /** How far its parcel has come, of several the one that is least far; null while it is unpaid, and where the shop has nothing to send. */
  delivery_state: 'needs_address' | 'to_pack' | 'packed' | 'shipped' | 'delivered' | null
  packed_at: string | null
  shipped_at: string | null
  delivered_at: string | null
  /** The last day on which its customer may withdraw, as it was when the last part arrived; null where nobody may. */
  withdrawable_until: string | null
  carrier: string | null
  tracking_number: string | null
  /** Copies of what the list of carriers said when it was shipped; null for what was shipped before there was a list. */
  carrier_name: string | null
  tracking_url: string | null
  /** JSON: the way that was chosen, with its terms; null where delivery is that of the server's settings. */
  delivery: string | null
  /** JSON: by what it is taxed; null where that is the server's setting. */
  tax: string | null
  /** For which it was decided: US-CA, or DE. */
  place: string | null
  currency: Generated<string>
  language: Generated<string>
}
export type PurchaseRow = Selectable<PurchaseTable>

/** What leaves the shop in one piece. The first one of a purchase has its id; a trigger adds it with the delivery state. */
export type ParcelRow = {
  id: string
  purchase_id: string
  nth: number
  state: NonNullable<PurchaseRow['delivery_state']>
  /** Of its purchase: who has waited longest is packed first. */
  created_at: string
} & Pick<PurchaseRow, ParcelTimes | 'carrier' | 'carrier_name' | 'tracking_number' | 'tracking_url'>
type ParcelTimes = 'packed_at' | 'shipped_at' | 'delivered_at'

/** Which pieces are in it: until it is packed those that are to be sent, then those that were packed. */
export type ParcelLineRow = { parcel_id: string; order_id: string; quantity: number }

/** What a customer means to buy; it holds no stock. */
export type CartLineRow = {
  customer_id: string
  product_id: string
  size: OrderRow['size']
  quantity: number
  /** What one cost when it was put in, to say what has changed since. */
  seen_cents: number | null
  added_at: string
  /** The car that it is for, and what was said about that; null for no car in particular. */
  vehicle_id: string | null
  facts: string | null
  /** Null for what is to be ordered. */
  saved_at: string | null
}

/** Which pieces a refund is for. A refund without lines is about all that its payment has paid. */
type RefundLineTable = {
  refund_id: string
  order_id: string
  /** 0 where only deposits go back. */
  quantity: number
  /** Deposits included. */
  cents: number
  /** Of how many pieces the deposit goes back with it. */
  deposits: Generated<number>
}
export type RefundLineRow = Selectable<RefundLineTable>

/** A numbered document about a purchase. It shows what was so when it was written, whatever has changed since. */
type ReceiptTable = {
  /** Receipts (R) and credit notes (C) are numbered apart, each year from 1 and without a gap. */
  series: 'R' | 'C'
  year: number
  number: number
  /** A reversal takes back the credit note of a refund that has bounced. */
  kind: 'receipt' | 'credit-note' | 'reversal'
  purchase_id: string
  /** Of a credit note or its reversal: the refund, or the dispute that was lost. */
  refund_id: string | null
  issued_at: string
  /** What was paid; of a credit note what went back; negative when that is reversed. */
  amount_cents: number
  /** How much of the amount are deposits, which are no revenue. */
  deposit_cents: Generated<number>
  /** In thousandths of a percent; 0 for none. */
  tax_rate: number
  /** Included in the amount. */
  tax_cents: number
  /** JSON. */
  seller: string
  /** JSON; null once the customer is deleted. */
  customer: string | null
  /** JSON. */
  lines: string
  /** JSON: what is taxed by which rate, where the owner has said so; null where all of it is by `tax_rate`. */
  taxes: string | null
  currency: Generated<string>
  language: Generated<string>
}
export type ReceiptRow = Selectable<ReceiptTable>

/** Pieces of an order that its customer sends back. */
export type ReturnRow = {
  id: string
  order_id: string
  purchase_id: string
  customer_id: string
  quantity: number
  /** A withdrawal needs none. */
  reason: 'does_not_fit' | 'damaged' | 'changed_mind' | 'withdrawal'
  /** The customer's words; empty once the customer is deleted. */
  note: string
  state: 'asked' | 'accepted' | 'declined' | 'withdrawn' | 'received' | 'completed'
  /** The shop's words. */
  answer: string
  asked_at: string
  /** When it was accepted, declined or withdrawn. */
  decided_at: string | null
  received_at: string | null
  completed_at: string | null
  /** 1 when the pieces can be sold again; null until they are received. */
  is_sound: 0 | 1 | null
  /** Null where there was nothing to refund. */
  refund_id: string | null
  /** By which its customer has a right to it; null where it was asked for. */
  withdrawal_id: string | null
}

/** Old parts that a customer brings or sends back for their deposit. */
export type OldPartRow = {
  id: string
  order_id: string
  purchase_id: string
  customer_id: string
  quantity: number
  /** The customer's words; empty once the customer is deleted. */
  note: string
  state: 'asked' | 'given_back' | 'declined'
  /** The shop's words. */
  answer: string
  asked_at: string
  decided_at: string | null
  /** Null where the deposit had gone back already. */
  refund_id: string | null
}

/** The statement of a customer who withdraws from a purchase, or from some of its pieces. */
export type WithdrawalRow = {
  id: string
  /** Null where it was made without a log-in and is about no purchase of that address. */
  purchase_id: string | null
  customer_id: string | null
  /** What the browser has made up for it, so that sent twice it is one. */
  request_key: string | null
  /** Of the account, or as they were typed. */
  name: string
  email: string
  number: string
  /** JSON: which pieces of what; empty until it is confirmed. */
  lines: string
  /** Stated without a log-in and not confirmed yet; money is owed; nothing is; put aside by the shop. */
  state: 'stated' | 'open' | 'done' | 'closed'
  declared_at: string
  /** The day. */
  refund_by: string
  /** Of what was not packed yet; null where nothing of that was paid for. */
  refund_id: string | null
}

type OrderTable = {
  id: string
  purchase_id: Generated<string>
  customer_id: string
  email: string
  user_name: string
  /** The product may be gone since; name, picture and price stay as they were ordered. */
  product_id: string
  product_name: string
  image: string
  unit_cents: number
  /** The total, deposits included; 0 is a free order, which needs no payment. */
  price_cents: number
  quantity: number
  size: 'SM' | 'M' | 'L' | 'XL'
  state: 'unpaid' | 'paid' | 'cancelled' | 'refunded'
  transaction_id: string | null
  created_at: string
  /** When it expires without payment; null for never. */
  expires_at: string | null
  paid_at: string | null
  cancelled_at: string | null
  cancelled_by: 'customer' | 'admin' | 'expiry' | null
  refunded_at: string | null
  search_text: string
  /** How the refund of its payment stands; null while there is none. */
  refund_state: RefundRow['state'] | null
  /** What the provider said about it: for admins. */
  refund_reason: string | null
  /** What has gone back of its price. */
  refunded_cents: Generated<number>
  /** Of how many of its pieces the money has gone back, is on its way, or was settled otherwise. */
  refunded_quantity: Generated<number>
  /** What was paid back beyond the payment of its purchase, by the shop and by the bank. */
  overpaid_cents: Generated<number>
  /** Of its parcel, of several the one that is least far; of its purchase where it is in none. */
  delivery_state: PurchaseRow['delivery_state']
  /** Whether the customer's bank takes the payment back; null while nobody asked for that. */
  dispute_state: DisputeRow['state'] | null
  /** Of the return that was asked for last. */
  return_state: ReturnRow['state'] | null
  /** Pieces that came back and are not among those that are refunded. */
  returned_quantity: Generated<number>
  /** Pieces that are on the shelf again, by a refund or a return. */
  restocked_quantity: Generated<number>
  /** The end of the number of the card that paid it. */
  card_last4: string | null
  /** Which of its customer's places for unpaid orders it takes; null where there is no limit. */
  unpaid_slot: number | null
  /** JSON: the car that it is for, and the verdict as it was shown; null for no car in particular. */
  fit: string | null
  /** JSON: the car that its customer has said later that it was for; null unless that was said. */
  assigned_car: string | null
  /** Of its product when it was ordered. */
  weight_grams: number | null
  ships: Generated<ProductRow['ships']>
  /** Its share of the discount of its purchase, by which its price is less than that of its pieces. */
  discount_cents: Generated<number>
  /** The code that gave it; null without one. */
  discount_code: string | null
  /** For the old part, per piece, as it was when it was ordered. */
  deposit_cents: Generated<number>
  /** Of how many pieces the deposit has gone back, is on its way, or was settled otherwise. */
  deposits_back: Generated<number>
  /** For how many days after the delivery the old part is taken; null without a deposit. */
  deposit_days: number | null
}
export type OrderRow = Selectable<OrderTable>

/** A code that takes something off the price of parts. What it promises never changes; it may be paused and ended. */
type DiscountCodeTable = {
  id: string
  /** As it is shown. */
  code: string
  /** As it is compared. */
  code_key: string
  kind: 'percent' | 'amount'
  /** In hundredths of a percent, or in cents. */
  value: number
  /** Of the parts that it is for, before the discount. */
  minimum_cents: number
  /** JSON: the ids of products and categories that it is for; null for all parts. */
  parts: string | null
  customers: 'all' | 'first_purchase'
  /** Null for any number: such a code is only read when it is used. */
  most_uses: number | null
  most_per_person: number | null
  starts_at: string
  ends_at: string | null
  state: 'on' | 'paused' | 'ended'
  /** How often it is used now; counted only where there is a limit. */
  uses: Generated<number>
  version: Generated<number>
  created_at: string
}
export type DiscountCodeRow = Selectable<DiscountCodeTable>

/** That a purchase was placed with a code. */
type DiscountUseTable = {
  purchase_id: string
  code_id: string
  customer_id: string
  /** The how manieth of this customer; null where that is not limited. */
  nth: number | null
  /** All that the code took off, also what was cancelled since. */
  cents: number
  taken_at: string
  /** When all of the purchase was cancelled: the code can be used once more. */
  released_at: string | null
}

/** With which another program calls the API. */
export type ApiTokenRow = {
  id: string
  name: string
  role: 'packer' | 'editor' | 'admin'
  token_hash: string
  /** By which its owner tells it from others; the rest is stored nowhere. */
  last_letters: string
  /** The admin who made it. */
  user_id: string
  created_at: string
  expires_at: string
  /** To the minute. */
  last_used_at: string | null
  revoked_at: string | null
}

/** Where another program is told what happens. */
type WebhookTable = {
  id: string
  address: string
  /** With spaces around each. */
  events: string
  state: 'on' | 'paused'
  /** Its secret follows from the shop's own, its id and this. */
  secret_version: Generated<number>
  secret_changed_at: string
  created_at: string
}
export type WebhookRow = Selectable<WebhookTable>

type WebhookDeliveryTable = {
  id: string
  webhook_id: string
  event: string
  /** A purchase or a product: what is told about one is told in order. */
  subject: string
  /** An order or a product. */
  object_id: string
  nth: number
  state: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  created_at: string
  due_at: string
  /** When it was taken or given up. */
  ended_at: string | null
  /** How the receiver answered the last attempt. */
  last_answer: Generated<string>
}
export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>

/** Which order came of a customer's Idempotency-Key. */
type OrderKeyRow = {
  customer_id: string
  key: string
  body_hash: string
  order_id: string
  created_at: string
}

/** A picture that is shown by its address already, and not here yet. */
export type PictureFetchRow = {
  image_id: string
  /** Where it is. */
  address: string
  asked_at: string
  tries: number
  due_at: string
  /** Of the last try. */
  problem: string
  /** When it was given up. */
  failed_at: string | null
}

/** A picture in one of its sizes. */
type ImageCopyRow = { image_id: string; width: number; format: string; bytes: Buffer }

/** Who did what to what, and when. Rows are added and never changed. */
export type AuditEntryRow = {
  id: string
  at: string
  user_id: string
  email: string
  what: string
  subject: string
  /** JSON: what it was before and after. */
  details: string
  search_text: string
}

type BlogTable = {
  id: string
  question: string
  /** The words of the text alone. */
  answer: string
  created_at: string
  /** Null for an answer of plain paragraphs, as a shop begins with. */
  markdown: Generated<string | null>
  /** Null for a draft; in the future, it is shown from then on. */
  publish_at: Generated<string | null>
  version: Generated<number>
  language: Generated<string>
}

type ReviewTable = {
  id: string
  review_text: string
  rating: number
  review_date: string
  author_id: string | null
  author_name: string
  author_photo: string | null
  /** Null for one about the shop. */
  product_id: string | null
  /** That its author has bought the part. */
  order_id: string | null
  /** That the part was bought for, where the author wants it to be said. */
  car: string | null
  edited_at: string | null
  /** Since when only its author and those who look through reviews see it, and why. */
  hidden_at: string | null
  hidden_reason: string | null
  /** The shop's words. */
  reply: string | null
  replied_at: string | null
  /** Null until somebody has looked at it as it is now. */
  checked_at: string | null
  /** How many have marked it so. */
  helpful: Generated<number>
  reports: Generated<number>
}
export type ReviewRow = Selectable<ReviewTable>

/** What somebody thinks of the review of another. */
export type ReviewMarkRow = {
  review_id: string
  user_id: string
  kind: 'helpful' | 'reported'
  at: string
  /** Of a report. */
  reason: string | null
}

/** How many of its reviews give so many stars, and how many are hidden, which count nowhere else. */
type PartRatingTable = {
  product_id: string
  one: Generated<number>
  two: Generated<number>
  three: Generated<number>
  four: Generated<number>
  five: Generated<number>
  hidden: Generated<number>
}
export type PartRatingRow = Selectable<PartRatingTable>

/** What somebody wants to know about a part. */
export type PartQuestionRow = {
  id: string
  product_id: string
  /** Null once the account is deleted. */
  asker_id: string | null
  /** The first name alone. */
  asker_name: string
  question: string
  car: string | null
  asked_at: string
  answered_at: string | null
  hidden_at: string | null
  hidden_reason: string | null
}

/** The shop's words; with the question they are public. */
export type PartAnswerRow = {
  question_id: string
  product_id: string
  answer: string
  answered_at: string
  changed_at: string
  /** Of its question. */
  hidden_at: string | null
  /** The article that was made of it. */
  blog_id: string | null
}

type ContactMessageTable = {
  id: string
  email: string
  message: string
  created_at: string
  read_at: string | null
  /** Of the account whose token came with it; an address alone connects it with nobody. */
  user_id: string | null
  /** What it is about, as the server has found it. */
  purchase_id: string | null
  product_id: string | null
  car: string | null
  /** The Message-ID that all mails about it refer to, and what they have as subject: never others, once they are said. */
  thread_id: string | null
  subject: string | null
  /** How many answers there are. */
  answers: Generated<number>
  /** Not before it is read; null again where it is marked as unread. */
  answered_at: string | null
}
export type ContactMessageRow = Selectable<ContactMessageTable>

export type ContactAnswerRow = {
  id: string
  message_id: string
  /** Its place among the answers, from 1 on. */
  nth: number
  /** Null for one that was given elsewhere, by telephone or by one's own mail program. */
  answer: string | null
  by_user_id: string | null
  answered_at: string
  /** The Message-ID of its mail. */
  mail_id: string | null
}

type MailTable = {
  id: string
  recipient: string
  reply_to: string | null
  subject: string
  body: string
  /** What its HTML part shows beside the text, as JSON. */
  details: Generated<string | null>
  created_at: string
  attempts: number
  /** Not before this time; also the end of the lease of the server that is sending it. */
  due_at: string
  /** The way out of the list that it was sent to; null for a mail to one person. */
  leave_url: string | null
  /** Since when it is no longer tried, until somebody has looked at it. */
  failed_at: string | null
  /** Why the last try failed, in the mail server's code. */
  last_error: string | null
  /** What it is about, for what can happen only once; null for anything else. */
  event_key: string | null
  /** Its row stays without address and text, so that the event is never mailed again; others are deleted. */
  sent_at: string | null
  /** Links that somebody waits for are not sent behind notices. */
  queue: Generated<'links' | 'notices'>
}
export type MailRow = Selectable<MailTable>

type SubscriptionTable = {
  email: string
  created_at: string
  /** Null where a server of the version before has written the row: then it is confirmed. */
  id: Generated<string | null>
  /** Null until the reader has followed the link of the mail that asks. */
  confirmed_at: Generated<string | null>
  /** How many newsletters in a row came back because the mailbox does not exist. */
  failures: Generated<number>
  /** Since when nothing is sent there any more. */
  stopped_at: Generated<string | null>
}
export type SubscriptionRow = Selectable<SubscriptionTable>

type NewsletterTable = {
  id: string
  subject: string
  markdown: string
  version: number
  /** Recipients are written down while it is preparing; nothing is sent before that is done. */
  state: 'draft' | 'preparing' | 'sending' | 'paused' | 'done' | 'stopped'
  created_at: string
  changed_at: string
  started_at: Generated<string | null>
  ended_at: Generated<string | null>
  /** The last of the subscriptions that are written down. */
  prepared_to: Generated<string | null>
  recipients: Generated<number | null>
  /** What the mail server last said that is about all mails, as its code; null once it takes them again. */
  problem: Generated<string | null>
  /** How often in a row it was so, and when it is tried again. */
  troubles: Generated<number>
  next_at: Generated<string | null>
  /** JSON: how many rows for readers there were of each kind, once they are deleted; null as long as they are there. */
  counts: Generated<string | null>
}
export type NewsletterRow = Selectable<NewsletterTable>

export type NewsletterSendRow = {
  newsletter_id: string
  subscription_id: string
  /** Left: had unsubscribed before the turn came. */
  state: 'queued' | 'sent' | 'failed' | 'left'
  attempts: number
  /** Not before this time; also the end of the lease of the server that is sending it. */
  due_at: string
  sent_at: string | null
  /** The code of the mail server's last refusal, without its words. */
  last_error: string | null
}

/** One row per person known to the shop, with a proven address. */
export type UserRow = {
  id: string
  email: string
  name: string
  role: Role
  /** Who the person is to the identity provider. */
  identity_id: string | null
  photo: string | null
  education: string | null
  location: string | null
  phone: string | null
  created_at: string
}

type RegistrationRow = {
  token_hash: string
  email: string
  name: string
  password_hash: string
  /** Of the browser that registered. */
  browser_hash: string | null
  /** The page that the visitor wanted. */
  return_to: string | null
  expires_at: string
}

/** Written by better-auth, in its spelling; only the columns that the shop reads are named here. */
type IdentityUserRow = {
  id: string
  name: string
  email: string
  /** A number on SQLite. */
  emailVerified: boolean | number
  phoneNumber: string | null
  /** A number on SQLite. */
  twoFactorEnabled: boolean | number | null
}
type AuthenticatorRow = {
  identity_id: string
  /** Encrypted. */
  secret: string
  /** The newest step of time whose code was used. */
  last_step: number
  created_at: string
  /** Null until the app has shown its first right code. */
  confirmed_at: string | null
}

/** Times are text on SQLite and dates on PostgreSQL. */
type IdentityAccountRow = {
  id: string
  userId: string
  accountId: string
  providerId: string
  password: string | null
  createdAt: string | Date
  updatedAt: string | Date
}
type IdentitySessionRow = {
  id: string
  userId: string
  expiresAt: string | Date
  createdAt: string | Date
  userAgent: string | null
}

/** Times in seconds, as the provider's are. */
type StandInObjectRow = {
  id: string
  kind: string
  created: number
  body: string
  /** From when on nobody needs it any more; null for what is never deleted. */
  forget_at: number | null
}

/** One row per transaction at the provider that this shop has made or met. */
export type PaymentRow = {
  /** The provider's id of the payment intent. */
  transaction_id: string
  /** What it pays; null while it was begun for an amount alone. */
  reference: string | null
  owner_id: string
  amount_cents: number
  currency: string
  state: 'open' | 'applied' | 'refund_due' | 'refunded' | 'void'
  /** Why it goes back. */
  reason: string | null
  created_at: string
  checked_at: string
  /** What the provider has kept of it; null until it has said so. In the currency of the shop's account there. */
  fee_cents: number | null
  fee_currency: string | null
  /** When it is asked next; null for never again. */
  fee_due_at: string | null
}

/** A payment that the customer's bank takes back, or wants to. */
export type DisputeRow = {
  /** The provider's. */
  id: string
  transaction_id: string
  amount_cents: number
  /**
   * - inquiry: the bank asks about the payment and has taken nothing
   * - open: the bank has taken the money until it is decided
   * - closed: the inquiry came to nothing
   * - won: the shop has the money again
   * - lost: the customer has it
   */
  state: 'inquiry' | 'open' | 'closed' | 'won' | 'lost'
  reason: string
  created_at: string
  changed_at: string
  checked_at: string
}

/** One row per refund at the provider; ours are written before the provider is asked. */
type RefundTable = {
  /** Stands in the provider's metadata and in the idempotency key. */
  id: string
  transaction_id: string
  /** What the transaction had paid, or was meant to pay. */
  reference: string | null
  amount_cents: number
  /**
   * - requested: to be asked for, or asked for without an answer
   * - pending: the provider has taken it, the money has not arrived
   * - refused: the provider says no; tried again at due_at
   * - failed: it was taken and has come back
   * - succeeded: the money is with the customer
   */
  state: 'requested' | 'pending' | 'refused' | 'failed' | 'succeeded'
  /** The provider: by hand, in its dashboard. */
  made_by: 'shop' | 'provider'
  /** Why it goes back. */
  reason: string
  provider_refund_id: string | null
  /** Why it is pending, refused or failed, in the provider's words. */
  provider_reason: string | null
  /** Part of the idempotency key. */
  attempt: number
  created_at: string
  changed_at: string
  /** When it is asked for or asked after next; null for never again. */
  due_at: string | null
  /** It needs nobody any more. */
  closed_at: string | null
  /** Of one that has failed: whether an admin has settled it otherwise, or other refunds are for the same pieces. */
  closed_as: 'settled' | 'replaced' | null
  /** Of one that has failed: what other refunds have refunded of it since. */
  covered_cents: Generated<number>
}
export type RefundRow = Selectable<RefundTable>
