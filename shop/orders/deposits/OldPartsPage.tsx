import { useLoaderData, useRevalidator } from 'react-router'
import { CardList, FilterTabs, ListPage } from '~/platform/lists/ListPage.tsx'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { useWaiting } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'
import type { ListedOldPart } from './contract.ts'
import type { OldPartState } from './deposit-rules.ts'
import { oldPartFilterNames } from './deposit-rules.ts'
import { OldPartCard } from './OldPartCard.tsx'

/** What customers bring or send back for its deposit, oldest first, by what is to be done. */
export function OldPartsPage() {
  const data = useLoaderData<Listed<ListedOldPart> | null>()
  const { revalidate } = useRevalidator()
  const { oldParts } = useWaiting()
  if (!data) return null
  return (
    <ListPage
      title="Old parts"
      list={data}
      one="old part"
      next="Newer"
      notice={
        <FilterTabs
          label="Old parts shown"
          names={oldPartFilterNames}
          current={data.view.state as OldPartState}
          address={(state) => urls.oldParts({ state })}
          waiting={{ asked: oldParts?.count ?? 0 }}
        />
      }
      empty={data.view.state === 'asked' ? 'No old part is on its way' : 'No old parts'}
    >
      <CardList>
        {data.rows.map((it) => (
          <li key={it._id}>
            <OldPartCard it={it} onChanged={() => void revalidate()} />
          </li>
        ))}
      </CardList>
    </ListPage>
  )
}
