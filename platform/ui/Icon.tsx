export type IconName =
  | 'check'
  | 'alert'
  | 'close'
  | 'menu'
  | 'sun'
  | 'moon'
  | 'search'
  | 'arrow'
  | 'back'
  | 'truck'
  | 'basket'
  | 'shield'
  | 'chat'
  | 'pin'
  | 'mail'
  | 'star'
  | 'star-half'
  | 'phone'
  | 'plus'
  | 'minus'
  | 'list'
  | 'clock'
  | 'picture'
  | 'user'
  | 'home'
  | 'box'
  | 'users'
  | 'shelf'
  | 'eye'
  | 'eye-off'
  | 'car'
  | 'question'
  | 'return'
  | 'down'
  | 'filter'
  | 'bell'

/** Decoration beside a word, never instead of one; `filled` for stars that count. The drawings are in the page. */
export const Icon = ({ name, filled = false }: { name: IconName; filled?: boolean }) => (
  <svg className={filled ? 'icon fill-current' : 'icon'} aria-hidden="true">
    <use href={`#icon-${name}`} />
  </svg>
)
