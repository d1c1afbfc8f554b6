import { saveFile } from '~/platform/lists/save-file.ts'

/** New recovery codes to write down: they are shown once. */
export const RecoveryCodes = ({ codes, onEnd }: { codes: string[]; onEnd: () => void }) => (
  <div role="status" className="grid max-w-md gap-4 rounded-card border border-line p-4">
    <p>
      <b>Your recovery codes.</b> Each lets you in once when you have neither app nor phone. Keep them in a
      safe place: they are not shown again.
    </p>
    <ul className="grid grid-cols-2 gap-2 font-mono text-sm">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className="flex flex-wrap gap-3">
      <button
        type="button"
        className="btn btn-quiet"
        onClick={() =>
          saveFile(
            'car-parts-recovery-codes.txt',
            new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }),
          )
        }
      >
        Save as a file
      </button>
      <button type="button" className="btn btn-main" onClick={onEnd}>
        I have kept them
      </button>
    </div>
  </div>
)
