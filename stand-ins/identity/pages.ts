type Shown = { accounts: Account[]; query: URLSearchParams }

export const chooserPage = ({ accounts, query }: Shown) =>
  page(
    'Choose an account',
    `<p>to continue to Car Parts</p><ul>${accounts
      .map(
        ({ sub, name, email }) =>
          `<li><a href="consent?${withAccount(query, sub)}"><b>${name}</b><span>${email}</span></a></li>`,
      )
      .join('')}</ul><p><a href="decide?${escaped(query)}" class="quiet">Cancel</a></p>`,
  )

export const consentPage = ({ account, query }: { account: Account; query: URLSearchParams }) =>
  page(
    'Car Parts wants to know who you are',
    `<p>If you continue, the shop learns your name, <b>${account.name}</b>, and your email address,
    <b>${account.email}</b>.</p>
    <p class="row"><a href="decide?${withoutAccount(query)}" class="quiet">Cancel</a>
    <a href="decide?${escaped(query)}&amp;agreed=yes" class="main">Continue</a></p>`,
  )

export const problemPage = (problem: string) => page('This request cannot be answered', `<p>${problem}</p>`)

const withAccount = (query: URLSearchParams, sub: string) => `${escaped(query)}&amp;account=${sub}`
function withoutAccount(query: URLSearchParams) {
  const rest = new URLSearchParams(query)
  rest.delete('account')
  return escaped(rest)
}
const escaped = (query: URLSearchParams) => String(query).replaceAll('&', '&amp;')

const page = (title: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} - Stand-in for Google</title>
<link rel="stylesheet" href="/stand-in-google.css"></head><body><main>
<p class="note">Stand-in for Google. The people here are invented.</p><h1>${title}</h1>${body}</main></body></html>`

type Account = { sub: string; name: string; email: string }

/** Invented people only: nobody can sign in as somebody who exists. */
export const accounts: Account[] = [
  { sub: '1001', name: 'Grace Hopper', email: 'grace.hopper@google.example' },
  { sub: '1002', name: 'Alan Turing', email: 'alan.turing@google.example' },
  { sub: '1003', name: 'Hedy Lamarr', email: 'hedy.lamarr@google.example' },
]
