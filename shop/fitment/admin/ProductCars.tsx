import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ApiError, api } from '~/platform/client/api.ts'
import { useTask } from '~/platform/dialogs/Dialog.tsx'
import { countOf } from '~/platform/figures.ts'
import { useRestoreFocus } from '~/platform/lists/use-restore-focus.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { manageFitmentsRoutes } from '~/shop/admin-routes.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { vehicleRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { FitAttribute } from '~/shop/vehicles/admin/contract.ts'
import { fitmentProblem, isSameFitment, lineExists } from '../fitment-values.ts'
import type { FitmentInput, ManagedFitment } from './contract.ts'
import type { ChosenCar } from './FitmentForm.tsx'
import { FitmentForm } from './FitmentForm.tsx'
import type { FitmentTask } from './FitmentLines.tsx'
import { FitmentDialog, FitmentTable } from './FitmentLines.tsx'

type Lines = {
  rows: ManagedFitment[]
  /** Of the part, with those that are not shown here. */
  total: number
}

type ProductCarsProps = { product: Product; lines: Lines; attributes: FitAttribute[]; children: ReactNode }

/** In the editor of a product: the first lines of its list, which are added, changed and removed at once. */
export function ProductCars({ product, lines, attributes, children }: ProductCarsProps) {
  const { task, setTask, close } = useTask<FitmentTask>()
  return (
    <CarsPanel
      onTask={setTask}
      canCopy
      note={
        lines.total > lines.rows.length && (
          <Link to={urls.fitments(product._id)} className="text-link min-h-11">
            All {countOf(lines.total, 'line')}
          </Link>
        )
      }
    >
      {children}
      <LinesLeft product={product} />
      {lines.rows.length > 0 ? (
        <FitmentTable fitments={lines.rows} attributes={attributes} onTask={setTask} />
      ) : (
        <p className="text-muted">No cars on the list of this part yet</p>
      )}
      {task && <FitmentDialog task={task} product={product} attributes={attributes} onClose={close} />}
    </CarsPanel>
  )
}

type CarsPanelProps = {
  onTask: (task: { is: 'add' | 'copy' }) => void
  canCopy?: boolean
  note?: ReactNode
  children: ReactNode
}

function CarsPanel({ onTask, canCopy = false, note, children }: CarsPanelProps) {
  const { heading, rows } = useRestoreFocus()
  return (
    <section
      id="cars"
      aria-labelledby="cars-heading"
      className="panel grid grid-cols-1 gap-4 p-5 shadow-none sm:p-8"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="cars-heading" {...heading} className="text-[22px]">
          Cars
        </h2>
        {note}
      </div>
      <div {...rows} className="grid grid-cols-1 gap-4">
        {children}
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-quiet btn-small" onClick={() => onTask({ is: 'add' })}>
          <Icon name="plus" />
          Add a car
        </button>
        {canCopy && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => onTask({ is: 'copy' })}>
            Copy from another part
          </button>
        )}
      </div>
    </section>
  )
}

/** The lines that a new product could not be given, carried over to its editor. */
type Left = { lines: ManagedFitment[]; copyFrom?: string; message: string }

function LinesLeft({ product }: { product: Product }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [isTrying, setIsTrying] = useState(false)
  const left = (state as { carsLeft?: Left } | null)?.carsLeft
  if (!left) return null
  async function tryAgain() {
    if (isTrying) return
    setIsTrying(true)
    const still = await saveLines(product._id, left!)
    setIsTrying(false)
    await navigate(urls.editProduct(product._id), { replace: true, state: still && { carsLeft: still } })
  }
  return (
    <div role="alert" className="grid gap-2 rounded-control bg-danger-tint px-4 py-3 text-danger">
      <p>
        The product is saved, but not all of its cars: {left.message}{' '}
        {left.lines.map(({ vehicleName }) => vehicleName).join(', ')}
      </p>
      <button
        type="button"
        className="text-link min-h-11 justify-self-start"
        aria-disabled={isTrying}
        onClick={() => void tryAgain()}
      >
        Add them again
      </button>
    </div>
  )
}

/** One after the other; what is left when one of them is refused. */
async function saveLines(id: string, { lines, copyFrom }: Omit<Left, 'message'>): Promise<Left | undefined> {
  let saved = 0
  let isCopied = copyFrom === undefined
  try {
    if (copyFrom !== undefined)
      await authApi(manageFitmentsRoutes.copyFitments, { params: { id }, body: { from: copyFrom } })
    isCopied = true
    for (const { _id, vehicleName, ...line } of lines) {
      await authApi(manageFitmentsRoutes.addFitment, { params: { id }, body: line as FitmentInput }).catch(
        isThere,
      )
      saved += 1
    }
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { lines: lines.slice(saved), ...(!isCopied && { copyFrom: copyFrom! }), message: error.message }
  }
}

/** Sent twice, a line is there once. */
function isThere(error: unknown) {
  if (!(error instanceof ApiError && error.reason === 'fitment_exists')) throw error
}

type Source = { _id: string; productName: string; lines: number }

/** The cars of a product that is not saved yet: they are given to it as soon as it is. */
export function useNewCars(source: Source | undefined) {
  const navigate = useNavigate()
  const [lines, setLines] = useState<ManagedFitment[]>([])
  const [isCopied, setIsCopied] = useState(true)
  const copied = source && source.lines > 0 ? source : undefined
  return {
    lines,
    setLines,
    copied,
    isCopied,
    setIsCopied,
    /** Goes to the editor of the product when not all of them could be saved; true when it stays. */
    async save(productId: string) {
      const left = await saveLines(productId, { lines, ...(copied && isCopied && { copyFrom: copied._id }) })
      if (left) await navigate(urls.editProduct(productId), { state: { carsLeft: left } })
      else setLines([])
      return !left
    },
  }
}

type NewCarsProps = {
  cars: ReturnType<typeof useNewCars>
  attributes: FitAttribute[]
  /** The form that asks before it is left. */
  form: string
  children: ReactNode
}
type NewTask = { is: 'add' | 'copy' } | { is: 'edit' | 'delete'; fitment: ManagedFitment }

let lastLine = 0

export function NewCars({ cars, attributes, form, children }: NewCarsProps) {
  const { lines, setLines, copied, isCopied, setIsCopied } = cars
  const [task, setTask] = useState<NewTask>()
  const edited = task?.is === 'edit' ? task.fitment : undefined
  function start(next: NewTask) {
    if (next.is !== 'delete') return setTask(next)
    setLines((now) => now.filter((line) => line !== next.fitment))
    toast('success', `${next.fitment.vehicleName} removed`)
  }
  async function keep(line: FitmentInput, { name: vehicleName }: ChosenCar) {
    await requireLine(
      line,
      attributes,
      lines.filter((one) => one !== edited),
    )
    const kept = { ...line, vehicleName, _id: edited?._id ?? `new-${++lastLine}` }
    setLines((now) => (edited ? now.map((one) => (one === edited ? kept : one)) : [...now, kept]))
  }
  return (
    <CarsPanel onTask={start}>
      <input type="hidden" form={form} name="cars" value={JSON.stringify(lines)} />
      {children}
      {copied && (
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            className="size-5 flex-none"
            checked={isCopied}
            onChange={({ target }) => setIsCopied(target.checked)}
          />
          Copy the list of {copied.productName}: {countOf(copied.lines, 'line')}
        </label>
      )}
      {lines.length > 0 && <FitmentTable fitments={lines} attributes={attributes} onTask={start} />}
      {lines.length > 0 && <p className="field-hint">They are listed as soon as the product is saved.</p>}
      {(task?.is === 'add' || edited) && (
        <FitmentForm
          productName="The new product"
          attributes={attributes}
          {...(edited && { fitment: edited })}
          save={keep}
          onClose={() => setTask(undefined)}
        />
      )}
    </CarsPanel>
  )
}

/** What the server will say about the line, as far as it can be known before there is a product. */
async function requireLine(line: FitmentInput, attributes: FitAttribute[], others: ManagedFitment[]) {
  if (others.some((other) => isSameFitment(other, line)))
    throw new ApiError(409, 'fitment_exists', lineExists)
  const car = await api(vehicleRoutes.getVehicle, { params: { id: line.vehicleId } })
  const problem = fitmentProblem(
    line,
    {
      name: car.name,
      months: { from: car.builtFrom, to: car.builtTo || null },
      options: Object.fromEntries(car.attributes.map(({ _id, values }) => [_id, values])),
    },
    new Set(attributes.map(({ _id }) => _id)),
  )
  if (problem) throw new ApiError(422, 'invalid', problem.message, { [problem.field]: problem.message })
}
