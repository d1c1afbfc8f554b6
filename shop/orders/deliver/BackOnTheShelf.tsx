type Props = { pieces: number; isChecked: boolean; onChange: (isChecked: boolean) => void }

/** In dialogs: the admin says whether pieces that are not sent, or came back, are for sale again. */
export const BackOnTheShelf = ({ pieces, isChecked, onChange }: Props) => (
  <label className="mt-4 flex items-center justify-center gap-3 text-ink">
    <input
      type="checkbox"
      className="size-5 accent-accent"
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    Put {pieces === 1 ? 'the piece' : `the ${pieces} pieces`} back on the shelf
  </label>
)
