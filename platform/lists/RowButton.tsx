type Props = { text: string; of: string; onClick: () => void }

/** A button of one row; a screen reader also says which row. */
export const RowButton = ({ text, of, onClick }: Props) => (
  <button
    type="button"
    className="btn btn-quiet btn-small whitespace-nowrap"
    aria-label={`${text} ${of}`}
    onClick={onClick}
  >
    {text}
  </button>
)
