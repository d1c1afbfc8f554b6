import type { IconName } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'

type Item = { to: string; text: string; icon: IconName }

const everyone: Item[] = [{ to: urls.myProfile(), text: 'My Profile', icon: 'user' }]
const admins: Item[] = [
  { to: urls.allOrders(), text: 'All Orders', icon: 'box' },
  { to: urls.parcels(), text: 'To pack', icon: 'truck' },
  { to: urls.returns(), text: 'Returns', icon: 'back' },
  { to: urls.addProduct(), text: 'Add Product', icon: 'plus' },
  { to: urls.users(), text: 'All Users', icon: 'users' },
  { to: urls.manageProducts(), text: 'Manage Products', icon: 'shelf' },
  { to: urls.categories(), text: 'Categories', icon: 'list' },
  { to: urls.vehicles(), text: 'Vehicles', icon: 'car' },
  { to: urls.messages(), text: 'Messages', icon: 'chat' },
  { to: urls.newsletterList(), text: 'Newsletter', icon: 'mail' },
  { to: urls.audit(), text: 'Audit Trail', icon: 'clock' },
]
const customers: Item[] = [
  { to: urls.myOrders(), text: 'My Orders', icon: 'box' },
  { to: urls.addReview(), text: 'Add Review', icon: 'star' },
]

export const menuFor = ({ admin }: { admin: boolean }) => [...everyone, ...(admin ? admins : customers)]
