import type { ComponentType, ReactNode } from 'react'
import { use } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData, useParams } from 'react-router'
import { MenuLink } from '~/platform/ui/MenuLink.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { ListsBeside, showCurrentTab } from './ListPage.tsx'

type Lists = Record<
  string,
  { text: string; load: (given: LoaderFunctionArgs) => Promise<unknown>; Page: ComponentType }
>

/** Lists that belong together as one route, each under its name at `:list`, with tabs between them. The first has no name. */
export function tabbedLists(label: string, lists: Lists, address: (name: string) => string) {
  const listOf = (name = '') => (Object.hasOwn(lists, name) ? lists[name] : undefined)
  return {
    async loader(given: LoaderFunctionArgs) {
      const list = listOf(given.params.list)
      if (!list) throw new Response(null, { status: 404 })
      return (await list.load(given)) ?? null
    },
    Component() {
      const { Page } = listOf(useParams().list)!
      if (useLoaderData() === null) return null
      const tabs = (
        <nav ref={showCurrentTab} aria-label={label} className="tabs">
          {Object.entries(lists).map(([name, { text }]) => (
            <MenuLink key={name} to={address(name)} end className="tab">
              {text}
            </MenuLink>
          ))}
        </nav>
      )
      return (
        <ListsBeside value={tabs}>
          <Page />
        </ListsBeside>
      )
    },
  }
}

type HeadProps = { title: string; lead: string; children?: ReactNode }

/** Of a list that is shown whole; its children are what can be done there. */
export const ListHeading = ({ title, lead, children }: HeadProps) => (
  <>
    <header className="flex flex-wrap items-center justify-between gap-3">
      <Title page={title} />
      <div className="grid gap-1">
        <h1 className="text-[28px] sm:text-[32px]">{title}</h1>
        <p className="text-muted">{lead}</p>
      </div>
      {children}
    </header>
    {use(ListsBeside)}
  </>
)
