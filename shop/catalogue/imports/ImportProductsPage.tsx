import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { countOf, formatCount } from '~/platform/figures.ts'
import type { ColumnMapping } from '~/platform/import/csv-table.ts'
import type { Encoding } from '~/platform/import/decode-text.ts'
import { FileProblem } from '~/platform/import/file-problem.ts'
import { EncodingNote, ImportPreview } from '~/platform/import/ImportPreview.tsx'
import type { ImportReport } from '~/platform/import/import-report.ts'
import { minutes } from '~/platform/time.ts'
import { FormError } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { csvRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import type { SheetLook } from '../csv/import-contract.ts'
import { longestFileName } from '../csv/sheet-columns.ts'
import type { PiesRule } from '../pies/contract.ts'
import { readChosen } from './chosen-file.ts'
import type { ProductImport } from './contract.ts'
import { ImportList } from './ImportList.tsx'
import { PiesForm } from './PiesForm.tsx'
import { mostFilePieces, pieceCharacters } from './rules.ts'
import type { SheetDraft } from './SheetColumns.tsx'
import { SheetColumns } from './SheetColumns.tsx'
import type { PiesScan } from './scan-pies.ts'
import { scanPies } from './scan-pies.ts'
import { countLines, sendFile } from './send-file.ts'

/** Enough to know the columns of a file by. */
const lookedAt = 200_000
/** Longer files are imported in the background. */
const mostCharactersAtOnce = 7_500_000
const mostLinesAtOnce = 10_000
const mostCharacters = mostFilePieces * pieceCharacters
/** What ten thousand lines may take on a busy machine. */
const longest = minutes(5)

const noAnswer =
  'The shop did not answer. It may have imported the file nevertheless: look at it again, what is done is unchanged then.'

type Chosen = {
  name: string
  csv: string
  encoding: Encoding
  look: SheetLook
  scan?: PiesScan
  lines: number
  isLong: boolean
}

/** A file of products from anywhere: what its columns are, what it would change, and then all of it. */
export function ImportProductsPage({ imports }: { imports: ProductImport[] }) {
  const [chosen, setChosen] = useState<Chosen>()
  const [draft, setDraft] = useState<SheetDraft>()
  const [report, setReport] = useState<ImportReport>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [sentShare, setSentShare] = useState<number>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  /** Says what went wrong, and takes the report that comes with it. */
  async function during<Result>(work: () => Promise<Result>, isApplied = false) {
    setIsBusy(true)
    setProblem(undefined)
    try {
      return await work()
    } catch (error) {
      if (error instanceof FileProblem) return void setProblem(sentenceOf(error))
      if (!(error instanceof ApiError)) throw error
      // No answer is none that says no.
      setProblem(error.status === 0 && isApplied ? noAnswer : error.message)
      if (error.body.report) setReport(error.body.report as ImportReport)
      return undefined
    } finally {
      setIsBusy(false)
    }
  }

  const choose = (file: File) =>
    during(async () => {
      setReport(undefined)
      setChosen(undefined)
      const { name, text: csv, encoding } = await readChosen(file, 'PIES')
      if (!csv.trim()) return setProblem('The file is empty')
      if (csv.length > mostCharacters)
        return setProblem('This file is too long: npm run import-products takes longer ones.')
      const look = await authApi(csvRoutes.lookAtSheet, { body: { csv: csv.slice(0, lookedAt) } })
      if (look.problem) return setProblem(look.problem)
      const scan = look.pies && (await scanPies(csv))
      const lines = scan?.items ?? countLines(csv)
      const isLong = look.pies !== undefined || csv.length > mostCharactersAtOnce || lines > mostLinesAtOnce
      setChosen({ name, csv, encoding, look, lines, isLong, ...(scan && { scan }) })
      setDraft(firstDraft(look))
      if (look.isOurs && !isLong) setReport(await authApi(csvRoutes.importProducts, { body: { csv } }))
    })

  async function send(extra: { planKey?: string; leaveOut?: boolean } = {}) {
    const { name, csv, look } = chosen!
    const { supplier, ...mapping } = draft!
    const file = { csv, fileName: name.slice(0, longestFileName), ...extra }
    const body = look.isOurs ? file : { ...file, mapping, supplier }
    const answer = await during(() =>
      authApi(csvRoutes.importProducts, { body, signal: AbortSignal.timeout(longest) }),
    )
    if (answer) setReport(answer)
    if (answer?.applied) await revalidate()
  }

  /** The shop goes on with it by itself. */
  const sendAway = (read: { mapping?: ColumnMapping; pies?: PiesRule; supplier?: string } = {}) =>
    during(async () => {
      const { name, csv, lines } = chosen!
      setSentShare(0)
      try {
        const id = await sendFile({ name, csv, lines, onSent: setSentShare, ...read })
        await navigate(urls.importProducts(id))
      } finally {
        setSentShare(undefined)
      }
    })

  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <Title page="Import products" />
      <Link to={urls.manageProducts()} className="text-link justify-self-start">
        Manage Products
      </Link>
      <header className="grid gap-1">
        <h1 className="text-[28px] sm:text-[36px]">Import products</h1>
        <p className="text-muted">
          A file from a distributor, a PIES file of a maker, a list of stock or prices, or our own export.
          Nothing changes before you have seen what would.
        </p>
      </header>
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
              : 'Choose a CSV file or a PIES file'}
        </span>
        <span className="field-hint">
          CSV or text, with commas, semicolons or tabs, or PIES (.xml), also in a zip file. An Excel file is
          saved as “CSV UTF-8” first.
        </span>
      </label>
      <FormError text={problem} />
      {chosen && <EncodingNote encoding={chosen.encoding} />}
      {chosen?.isLong && !chosen.look.pies && (
        <p>
          This file has about {formatCount(chosen.lines)} lines. It is sent, and then checked and imported in
          the background while customers go on buying.
        </p>
      )}
      {chosen?.isLong && chosen.look.isOurs && (
        <button
          type="button"
          className="btn btn-main justify-self-start"
          disabled={isBusy}
          onClick={() => void sendAway()}
        >
          See what it would change
        </button>
      )}
      {chosen?.scan && (
        <PiesForm
          scan={chosen.scan}
          suppliers={chosen.look.suppliers}
          isBusy={isBusy}
          onLook={(pies, supplier) => void sendAway({ pies, supplier })}
        />
      )}
      {chosen && !chosen.look.isOurs && !chosen.look.pies && !report?.applied && (
        <SheetColumns
          look={chosen.look}
          draft={draft!}
          isBusy={isBusy}
          onChange={(next) => {
            setDraft(next)
            setReport(undefined)
          }}
          onLook={() => {
            const { supplier, ...mapping } = draft!
            void (chosen.isLong ? sendAway({ mapping, supplier }) : send())
          }}
        />
      )}
      {sentShare !== undefined && (
        <div className="grid gap-2">
          <progress aria-label="Sent" className="h-2 w-full accent-accent" max={1} value={sentShare} />
          <p role="status">The file is being sent. Please leave this page open until then.</p>
        </div>
      )}
      {report?.applied ? (
        <p role="status" className="font-medium text-success">
          {countOf(report.adds.length, 'product')} added, {report.changes.length} changed.{' '}
          <Link to={urls.manageProducts()} className="text-link">
            To the products
          </Link>
        </p>
      ) : (
        report && (
          <section className="grid grid-cols-1 gap-4" aria-labelledby="import-preview">
            <h2 id="import-preview" className="text-[22px]">
              What it would change
            </h2>
            <ImportPreview
              report={report}
              one="product"
              isBusy={isBusy}
              mayLeaveOut={!chosen?.look.isOurs}
              onApply={(leaveOut) => void send({ planKey: report.planKey, leaveOut })}
            />
          </section>
        )
      )}
      {imports.length > 0 && <ImportList imports={imports} />}
    </div>
  )
}

/** As the only supplier had it whose files have all of these columns, or as the headings say. */
function firstDraft({ columns, decimalMark, suppliers }: SheetLook): SheetDraft {
  const known = suppliers.filter((supplier) => supplier.isSame)
  const [supplier] = known.length === 1 ? known : []
  return supplier
    ? { columns: supplier.columns, decimalMark: supplier.decimalMark, supplier: supplier.name }
    : { columns: columns.map(({ guess }) => guess), decimalMark, supplier: '' }
}

/** Of a file that is none, no line is to blame. */
const sentenceOf = ({ line, message }: FileProblem) => (line > 0 ? `Line ${line}: ${message}` : message)
