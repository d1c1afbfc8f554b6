import type { ReactNode } from 'react'
import { Title } from '~/platform/ui/Title.tsx'

type Props = {
  page: string
  heading: string
  lead?: string
  /** What the visitor needs the account for, shown on the left. */
  beside?: ReactNode
  children: ReactNode
}

const description =
  'Your account at Car Parts: with it you order parts, pay for them and see where your orders stand.'

/** The frame of all account pages: one panel in the middle. */
export const AccountPanel = ({ page, heading, lead, beside, children }: Props) => (
  <div
    className={`container-page grid justify-items-center py-12 lg:py-20 ${
      beside
        ? 'gap-8 lg:grid-cols-[1fr_28rem] lg:grid-rows-[auto_1fr] lg:items-start lg:justify-items-start lg:gap-x-16'
        : 'items-center'
    }`}
  >
    <Title page={page} description={description} />
    <div
      className={`panel grid w-full max-w-md gap-6 p-6 sm:p-8 ${beside ? 'lg:col-start-2 lg:row-span-2 lg:row-start-1' : ''}`}
    >
      <div className="grid gap-2">
        <h1 className="text-[32px]">{heading}</h1>
        {lead && <p className="text-muted">{lead}</p>}
      </div>
      {children}
      <noscript>
        <p className="field-error">This page needs JavaScript.</p>
      </noscript>
    </div>
    {beside}
  </div>
)
