import type { ReactNode } from 'react'

/** What stood in the way of a form, in red under it, and where that can be mended. */
export const FormError = ({ text, children }: { text: string | undefined; children?: ReactNode }) => (
  <div role="alert" className="empty:hidden">
    {text && (
      <p className="field-error">
        {text} {children}
      </p>
    )}
  </div>
)
