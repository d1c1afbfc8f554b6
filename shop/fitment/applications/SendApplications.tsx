import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import type { RouteResponse } from '~/platform/client/route.ts'
import type { Encoding } from '~/platform/import/decode-text.ts'
import { FileProblem } from '~/platform/import/file-problem.ts'
import { EncodingNote } from '~/platform/import/ImportPreview.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { applicationsRoutes } from '~/shop/admin-routes.ts'
import { longestFileName, longestSupplier } from '~/shop/catalogue/csv/sheet-columns.ts'
import { ColumnList } from '~/shop/catalogue/imports/ColumnList.tsx'
import { isMakersFile, readChosen } from '~/shop/catalogue/imports/chosen-file.ts'
import { mostFilePieces, pieceCharacters } from '~/shop/catalogue/imports/rules.ts'
import { countLines, sendPieces } from '~/shop/catalogue/imports/send-file.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { mostNeeded } from '../fitment-values.ts'
import { AcesForm } from './aces/AcesForm.tsx'
import { longestCell } from './application.ts'
import type { ApplicationsContract, ApplicationsToSend } from './contract.ts'
import { flatColumnNames, flatColumns, flatColumnsProblem } from './flat-columns.ts'
import { addressOfFile } from './rules.ts'

/** Enough to know the columns of a file by. */
const lookedAt = 200_000
const mostCharacters = mostFilePieces * pieceCharacters

type Look = RouteResponse<ApplicationsContract['lookAtApplications']>
/** With what its columns are; an ACES file has none. */
type Chosen = { name: string; csv: string; encoding: Encoding; look?: Look }
type Draft = { columns: string[]; supplier: string; brand: string; quantity: string }

/** A file from a supplier: who has sent it, and what its columns are. */
export function SendApplications({ suppliers }: { suppliers: string[] }) {
  const [chosen, setChosen] = useState<Chosen>()
  const [draft, setDraft] = useState<Draft>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [sentShare, setSentShare] = useState<number>()
  const navigate = useNavigate()

  async function during(work: () => Promise<unknown>) {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      if (error instanceof FileProblem) return setProblem(error.message)
      if (!(error instanceof ApiError)) throw error
      setProblem(Object.values(error.fields)[0] ?? error.message)
    } finally {
      setIsBusy(false)
      setSentShare(undefined)
    }
  }

  const choose = (file: File) =>
    during(async () => {
      setChosen(undefined)
      const { name, text: csv, encoding } = await readChosen(file, 'ACES')
      if (!csv.trim()) return setProblem('The file is empty')
      if (csv.length > mostCharacters) return setProblem('This file is too long: send it in two.')
      if (isMakersFile(csv, 'PIES'))
        return setProblem('This is a PIES file: it brings products, not cars. “Import products” takes it.')
      if (isMakersFile(csv, 'ACES')) return setChosen({ name, csv, encoding })
      const look = await authApi(applicationsRoutes.lookAtApplications, {
        body: { csv: csv.slice(0, lookedAt) },
      })
      if (look.problem) return setProblem(look.problem)
      setChosen({ name, csv, encoding, look })
      setDraft(firstDraft(look))
    })

  const send = ({ name, csv }: Chosen, said: Omit<ApplicationsToSend, 'fileName'>) =>
    during(async () => {
      setSentShare(0)
      const { insertedId: id } = await authApi(applicationsRoutes.addApplicationImport, {
        body: { ...said, fileName: name.slice(0, longestFileName) },
      })
      const pieces = await sendPieces(csv, setSentShare, (n, piece) =>
        authApi(applicationsRoutes.sendApplicationPiece, { params: { id, n }, ...piece }),
      )
      await authApi(applicationsRoutes.setApplicationsState, {
        params: { id },
        body: { state: 'reading', pieces },
      })
      await navigate(addressOfFile(id))
    })

  const sendColumns = (file: Chosen, look: Look, { quantity, ...said }: Draft) =>
    send(file, {
      ...said,
      quantity: Number(quantity),
      headings: look.columns.map(({ heading }) => heading),
      lines: countLines(file.csv),
    })

  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <label className="drop-zone">
        <input
          type="file"
          accept=".csv,.txt,.tsv,.xml,.zip,text/xml,application/xml,text/csv,text/plain,text/tab-separated-values"
          className="sr-only"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            currentTarget.value = ''
            if (file) void choose(file)
          }}
        />
        <span className="text-sm text-muted">
          {isBusy && !chosen
            ? 'Looking at it…'
            : chosen
              ? `${chosen.name} – choose another file`
              : 'Choose a CSV file or an ACES file'}
        </span>
        <span className="field-hint">
          A line for each part and car: part number, make, model, years, and whatever restricts it. CSV or
          text, with commas, semicolons or tabs, or ACES (.xml), also in a zip file.
        </span>
      </label>
      <FormError text={problem} />
      {chosen && <EncodingNote encoding={chosen.encoding} />}
      {chosen?.look && draft && (
        <Columns
          look={chosen.look}
          draft={draft}
          isBusy={isBusy}
          onChange={setDraft}
          onSend={() => void sendColumns(chosen, chosen.look!, draft)}
        />
      )}
      {chosen && !chosen.look && (
        <AcesForm
          suppliers={suppliers}
          isBusy={isBusy}
          onSend={(said) =>
            void send(chosen, { ...said, kind: 'aces', lines: countApplications(chosen.csv) })
          }
        />
      )}
      {sentShare !== undefined && (
        <div className="grid gap-2">
          <progress aria-label="Sent" className="h-2 w-full accent-accent" max={1} value={sentShare} />
          <p role="status">The file is being sent. Please leave this page open until then.</p>
        </div>
      )}
    </div>
  )
}

/** About how many there are. */
const countApplications = (xml: string) => xml.split('<App ').length - 1

/** As the only supplier had it whose files have all of these columns, or as the headings say. */
function firstDraft({ columns, suppliers }: Look): Draft {
  const known = suppliers.filter(({ isSame }) => isSame)
  const [supplier] = known.length === 1 ? known : []
  return {
    columns: supplier?.columns ?? columns.map(({ guess }) => guess),
    supplier: supplier?.name ?? '',
    brand: '',
    quantity: '1',
  }
}

type ColumnsProps = {
  look: Look
  draft: Draft
  isBusy: boolean
  onChange: (draft: Draft) => void
  onSend: () => void
}

function Columns({ look, draft, isBusy, onChange, onSend }: ColumnsProps) {
  const problem = draft.supplier.trim() ? flatColumnsProblem(draft.columns) : 'Say who has sent the file.'
  return (
    <section className="grid grid-cols-1 gap-5" aria-labelledby="columns">
      <h2 id="columns" className="text-[22px]">
        What are these columns?
      </h2>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Field
          label="Supplier"
          className="input"
          list="suppliers"
          autoComplete="off"
          maxLength={longestSupplier}
          value={draft.supplier}
          onChange={({ target }) => onChange({ ...draft, supplier: target.value })}
          hint="The next list of the same one replaces this one, part by part."
        />
        <datalist id="suppliers">
          {look.suppliers.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field
          label="Brand of the parts"
          className="input"
          maxLength={longestCell}
          value={draft.brand}
          onChange={({ target }) => onChange({ ...draft, brand: target.value })}
          hint="Where the file does not say it; empty, their numbers alone decide."
        />
        <Field
          label="Pieces needed"
          className="input"
          type="number"
          min={1}
          max={mostNeeded}
          value={draft.quantity}
          onChange={({ target }) => onChange({ ...draft, quantity: target.value })}
          hint="Where the file does not say it."
        />
      </div>
      <ColumnList
        columns={look.columns}
        chosen={draft.columns}
        onChoose={(n, is) =>
          onChange({ ...draft, columns: draft.columns.map((old, m) => (m === n ? is : old)) })
        }
      >
        {flatColumnNames.map((name) => (
          <option key={name} value={name}>
            {flatColumns[name]}
          </option>
        ))}
      </ColumnList>
      <div className="grid gap-2">
        {problem && <p className="field-error">{problem}</p>}
        <button
          type="button"
          className="btn btn-main justify-self-start"
          disabled={isBusy || problem !== undefined}
          onClick={onSend}
        >
          {isBusy ? 'Sending…' : 'See what it would change'}
        </button>
      </div>
    </section>
  )
}
