import { useLoaderData, useRevalidator } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { mailsRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import type { UndeliveredMail } from './contract.ts'

const columns = ['Email', 'Subject', 'Written', 'Tries']

export { MailsPage as Component }

export const loader = listLoader(mailsRoutes.listUndeliveredMails)

function MailsPage() {
  const data = useLoaderData<Listed<UndeliveredMail> | null>()
  const { revalidate } = useRevalidator()
  if (!data) return null
  const report = (action: Promise<unknown>, done: string) =>
    void action.then(() => toast('success', done), toastError).finally(() => void revalidate())
  return (
    <ListPage
      title="Undelivered Mails"
      lead="Your mail server did not take these. Look at its settings first, then send them again."
      list={data}
      one="mail"
      empty="Every mail was delivered"
    >
      <Table columns={[...columns, 'Action']}>
        {data.rows.map((mail) => (
          <tr key={mail._id}>
            <Cell name="Email">{mail.to}</Cell>
            <Cell name="Subject">{mail.subject}</Cell>
            <Cell name="Written">
              <DateTime at={mail.createdAt} toTheMinute />
            </Cell>
            <Cell name="Tries">{`${countOf(mail.tries, 'try', 'tries')}, last answer ${mail.error}`}</Cell>
            <td>
              <span className="flex flex-wrap gap-2">
                <RowButton
                  text="Send again"
                  of={`${mail.subject} to ${mail.to}`}
                  onClick={() =>
                    report(
                      authApi(mailsRoutes.retryMail, { params: { id: mail._id } }),
                      'The mail is being sent',
                    )
                  }
                />
                <RowButton
                  text="Delete"
                  of={`${mail.subject} to ${mail.to}`}
                  onClick={() =>
                    report(
                      authApi(mailsRoutes.deleteMail, { params: { id: mail._id } }),
                      'The mail is deleted',
                    )
                  }
                />
              </span>
            </td>
          </tr>
        ))}
      </Table>
    </ListPage>
  )
}
