import type { IconName } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'

type Item = { to: string; text: string; icon: IconName }

const everyone: Item[] = [{ to: urls.myProfile(), text: 'My Profile', icon: 'user' }]
const admins: Item[] = []
const customers: Item[] = [
  { to: urls.myOrders(), text: 'My Orders', icon: 'box' },
  { to: urls.addReview(), text: 'Add Review', icon: 'star' },
]

export const menuFor = ({ admin }: { admin: boolean }) => [...everyone, ...(admin ? admins : customers)]
