import { useLoaderData, useRevalidator } from 'react-router'
import { CardList, FilterTabs, ListPage } from '~/platform/lists/ListPage.tsx'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { useWaiting } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'
import type { ListedReturn } from './contract.ts'
import { ReturnCard } from './ReturnCard.tsx'
import type { ReturnState } from './return-rules.ts'
import { returnFilterNames } from './return-rules.ts'

/** What customers send back, oldest first, by what is to be done. */
export function ReturnsPage() {
  const data = useLoaderData<Listed<ListedReturn> | null>()
  const { revalidate } = useRevalidator()
  const { returns } = useWaiting()
  if (!data) return null
  return (
    <ListPage
      title="Returns"
      list={data}
      one="return"
      next="Newer"
      notice={
        <FilterTabs
          label="Returns shown"
          names={returnFilterNames}
          current={data.view.state as ReturnState}
          address={(state) => urls.returns({ state })}
          waiting={{ asked: returns?.count ?? 0 }}
        />
      }
      empty={data.view.state === 'asked' ? 'No return waits for an answer' : 'No returns'}
    >
      <CardList>
        {data.rows.map((it) => (
          <li key={it._id}>
            <ReturnCard it={it} onChanged={() => void revalidate()} />
          </li>
        ))}
      </CardList>
    </ListPage>
  )
}
