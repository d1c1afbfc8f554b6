import { Link } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'

/** For what is nobody else's business, unlike a question on the page of the part. */
export const AskAboutPart = ({ productId }: { productId: string }) => (
  <p>
    <Link
      to={urls.contact({ part: productId })}
      rel="nofollow"
      className="text-link inline-flex min-h-11 items-center gap-2"
    >
      <Icon name="chat" />
      Write to us about this part
    </Link>
  </p>
)
