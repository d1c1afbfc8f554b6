/** What stood in the way of a form, in red under it. */
export const Problem = ({ text }: { text: string | undefined }) => (
  <div role="alert" className="empty:hidden">
    {text && <p className="field-error">{text}</p>}
  </div>
)
