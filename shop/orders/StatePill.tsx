import { Icon } from '~/platform/ui/Icon.tsx'
import type { PurchaseState } from './purchase-state.ts'

const looks: Record<PurchaseState['tone'], string> = {
  plain: 'bg-sunken text-ink',
  wait: 'bg-warn-tint text-warn',
  bad: 'bg-danger-tint text-danger',
  going: 'bg-info-tint text-info',
  good: 'bg-success-tint text-success',
}

/** Where a purchase is, in a word; colour and icon repeat it. */
export const StatePill = ({ state: { name, tone, icon } }: { state: PurchaseState }) => (
  <span className={`chip font-semibold whitespace-nowrap ${looks[tone]}`}>
    {icon && <Icon name={icon} />}
    {name}
  </span>
)
