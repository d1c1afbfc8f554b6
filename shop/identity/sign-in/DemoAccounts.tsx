import { useRef } from 'react'
import { useRouteLoaderData } from 'react-router'

export type DemoAccount = { email: string; password: string; hint: string }

/** In a demo everybody may be anybody: one click types an account into the form that stands before it. */
export function DemoAccounts() {
  const accounts = useRouteLoaderData<{ demoAccounts?: DemoAccount[] }>('root')?.demoAccounts
  const note = useRef<HTMLDivElement>(null)
  if (!accounts) return null

  function fillIn(account: DemoAccount) {
    const form = note.current?.parentElement?.querySelector('form')
    for (const name of ['email', 'password'] as const) {
      const field = form?.elements.namedItem(name) as HTMLInputElement | null
      if (!field) continue
      field.value = account[name]
      // What was wrong with the field before is wrong no longer.
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    form?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }
  return (
    <div ref={note} className="rounded-control bg-sunken p-4 text-sm text-muted">
      <p className="font-semibold text-ink">This is a demo shop: log in as anybody.</p>
      <p>One click fills in one of these accounts:</p>
      <ul className="mt-2 grid gap-2">
        {accounts.map((account) => (
          <li key={account.email} className="flex flex-wrap items-baseline gap-x-2">
            <button type="button" className="text-link" onClick={() => fillIn(account)}>
              <span className="sr-only">Fill in </span>
              {account.email}
            </button>
            <code className="text-ink">{account.password}</code>
            {account.hint}
          </li>
        ))}
      </ul>
    </div>
  )
}
