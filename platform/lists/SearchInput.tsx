import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import type { IconName } from '~/platform/ui/Icon.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { longestSearch } from './list-limits.ts'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  id: string
  label: string
  isLarge?: boolean
  icon?: IconName
  /** Of the box around it. */
  box?: string
  ref?: Ref<HTMLInputElement>
  children?: ReactNode
}

/** What is searched for, behind a magnifying glass; it is sent as `q`. */
export const SearchInput = ({
  id,
  label,
  isLarge,
  icon = 'search',
  box = '',
  className = '',
  children,
  ...input
}: Props) => (
  <div className={`relative ${box}`}>
    <label htmlFor={id} className="sr-only">
      {label}
    </label>
    <span
      className={`pointer-events-none absolute inset-y-0 grid place-items-center text-muted ${isLarge ? 'left-3.5' : 'left-3'}`}
    >
      <Icon name={icon} />
    </span>
    <input
      id={id}
      type="search"
      name="q"
      maxLength={longestSearch}
      autoComplete="off"
      className={`input ${isLarge ? 'pl-11' : 'pl-10'} ${className}`}
      {...input}
    />
    {children}
  </div>
)
