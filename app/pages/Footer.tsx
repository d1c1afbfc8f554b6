import { Link } from 'react-router'
import { useBusiness } from '~/shop/business/use-business.ts'
import { pageIds, pageTitles } from '~/shop/texts/pages.ts'
import { urls } from '~/shop/urls.ts'
import { Logo } from './Logo.tsx'

const columns = [
  {
    title: 'Shop',
    links: [
      { to: urls.shop(), text: 'All parts' },
      { to: urls.shop({ q: 'brake' }), text: 'Brakes' },
      { to: urls.shop({ q: 'filter' }), text: 'Filters' },
      { to: urls.shop({ sort: 'newest' }), text: 'New in the shop' },
    ],
  },
  {
    title: 'Workshop',
    links: [
      { to: urls.blogs(), text: 'Questions and answers' },
      { to: urls.contact(), text: 'Contact and directions' },
    ],
  },
  {
    title: 'Good to know',
    links: pageIds.map((id) => ({ to: urls.page(id), text: pageTitles[id] })),
  },
]

export function Footer() {
  const { slogan, copyright } = useBusiness().shop
  return (
    <footer className="bg-night text-paper">
      <div className="container-page grid gap-10 py-14 sm:grid-cols-2 lg:grid-cols-5">
        <div className="grid content-start gap-4 lg:col-span-2">
          <Logo className="h-8 w-34" />
          <p className="max-w-[42ch] text-sm text-[#a3a8b0]">{slogan}</p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title} className="grid content-start gap-3">
            <h2 className="text-base">{title}</h2>
            <ul className="grid gap-1">
              {links.map(({ to, text }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-block py-1 text-sm text-[#c9ccd1] hover:text-white hover:underline"
                  >
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="border-t border-white/10">
        <p className="container-page py-5 text-sm text-[#a3a8b0]">{copyright}</p>
      </div>
    </footer>
  )
}
