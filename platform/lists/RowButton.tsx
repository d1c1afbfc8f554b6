type Props = { text: string; of: string; onClick: () => void }

/** A button of one row: the eye sees its row beside it, everybody else is told of what it is. */
export const RowButton = ({ text, of, onClick }: Props) => (
  <button type="button" className="btn btn-quiet btn-small" aria-label={`${text} ${of}`} onClick={onClick}>
    {text}
  </button>
)
