import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useEffect, useId, useState } from 'react'
import { keyed, RemoveRow, RowProblem, RowsField, useRows } from '~/platform/ui/RowsField.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { attributeRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Attribute } from './attribute-lines.ts'
import { attributeLine, attributesProblem, readAttributes } from './attribute-lines.ts'
import type { AttributeDefinition } from './contract.ts'
import {
  attributeMeantBy,
  definitionOf,
  kindOfValue,
  knownAttribute,
  withoutUnit,
  withUnit,
} from './known-attributes.ts'

type Props = {
  label: string
  name: string
  defaultValue?: string
  error?: string | undefined
  hint?: string
  /** The kind of part, which says what it is described by. */
  category: string
}
type Row = {
  name: string
  value: string
  /** Its name is written by whoever adds it; the others have theirs from the kind or from the part. */
  isOwn?: boolean
}

const isFilled = ({ name, value, isOwn }: Row) =>
  value.trim() !== '' || (isOwn === true && name.trim() !== '')
const tidy = ({ name, value }: Row) => ({ name: name.trim(), value: value.trim().replace(/\s+/g, ' ') })
/** In a line these are signs. */
const asName = (typed: string) => typed.replace(/[:;\n]/g, '')
const asValue = (typed: string) => typed.replace(/[;\n]/g, ',')

/** What a part measures: a row for each attribute of its kind, and rows of one's own. What is filled in stays with any kind. */
export function AttributeRows({ defaultValue = '', category, ...field }: Props) {
  const id = useId()
  const all = useRows<Row>(() => readAttributes(defaultValue))
  const { rows, setRows, change, put, remove, leaving } = all
  const { known, reload } = useKnown()
  const ofKind = useAttributesOfKind(category)
  const [seenKnown, setSeenKnown] = useState(known)
  if (seenKnown !== known) {
    setSeenKnown(known)
    // The unit stands beside the field, not in it.
    if (!seenKnown)
      setRows((now) =>
        now.map((row) => ({ ...row, value: inField(definitionOf(known!, row.name), row.value) })),
      )
  }
  const [seen, setSeen] = useState(ofKind)
  if (seen !== ofKind) {
    setSeen(ofKind)
    setRows((now) => {
      const filled = now.filter(isFilled)
      const isThere = (name: string) => filled.some((row) => row.name.toLowerCase() === name.toLowerCase())
      const offered = ofKind.filter((name) => !isThere(name))
      return [...filled, ...offered.map((name) => keyed({ name, value: '' }))]
    })
  }
  const filled = rows.filter(isFilled)
  function problemOf(row: Row) {
    if (!isFilled(row)) return undefined
    const { name, value } = tidy(row)
    if (!name) return 'Say what is measured'
    if (!value) return 'Give the value, or remove the row'
    const [, problem] = /”: (.+)$/.exec(attributesProblem(attributeLine({ name, value })) ?? '') ?? []
    if (problem) return sentence(problem)
    const isFirst = filled.find((one) => one.name.trim().toLowerCase() === name.toLowerCase()) === row
    if (!isFirst) return 'This attribute is there twice'
    if (!known) return undefined
    const read = knownAttribute(known, { name, value })
    return 'problem' in read ? sentence(read.problem) : undefined
  }
  function paste(event: ClipboardEvent, n: number) {
    const text = event.clipboardData.getData('text').trim()
    if (!text.includes('\n')) return
    const pasted = readAttributes(text.replaceAll('\t', ': ')).map((one) => ({ ...one, isOwn: true }))
    if (pasted.length === 0) return
    event.preventDefault()
    put(pasted, n, isFilled(rows[n]!) ? 0 : 1)
  }
  return (
    <RowsField
      {...field}
      error={field.error}
      // A row without a name or a value is a line that no form accepts.
      value={filled.map((row) => attributeLine(toSend(known, tidy(row)))).join('\n')}
      of={all}
      problemOf={problemOf}
      add="Add an attribute"
      onAdd={() => put([{ name: '', value: '', isOwn: true }])}
    >
      {(problemIn) => (
        <>
          {rows.length === 0 && (
            <p className="text-sm text-muted">
              {category
                ? 'No attributes of this category are known yet.'
                : 'Choose a category to see its attributes.'}
            </p>
          )}
          <ul className="grid gap-3 sm:gap-2">
            {rows.map((row, n) => {
              const problem = problemIn(row)
              const definition = known && definitionOf(known, row.name)
              const isUnknown = known !== undefined && row.isOwn && row.name.trim() !== '' && !definition
              const described = problem
                ? { 'aria-invalid': true, 'aria-describedby': `${id}-${row.key}` }
                : {}
              const title = row.name.trim() || `attribute ${n + 1}`
              const common = {
                name: field.name,
                className: 'input',
                autoComplete: 'off',
                onKeyDown(event: KeyboardEvent) {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  const next = rows[n + 1]
                  if (next) document.getElementById(`${id}-${next.key}-value`)?.focus()
                  else put([{ name: '', value: '', isOwn: true }])
                },
                onPaste: (event: ClipboardEvent) => paste(event, n),
              }
              return (
                <li key={row.key} className="attribute-row" {...leaving(row)}>
                  {row.isOwn ? (
                    <input
                      {...common}
                      list={`${id}-known`}
                      aria-label={`Name of attribute ${n + 1}`}
                      placeholder="Name"
                      value={row.name}
                      onChange={({ target }) => change(row.key, { name: asName(target.value) })}
                      {...((isUnknown || !row.name.trim()) && described)}
                    />
                  ) : (
                    <label htmlFor={`${id}-${row.key}-value`} className="min-w-0 wrap-anywhere">
                      {row.name}
                    </label>
                  )}
                  <span className="flex items-center gap-2">
                    <input
                      {...common}
                      id={`${id}-${row.key}-value`}
                      {...(row.isOwn && { 'aria-label': `Value of ${title}` })}
                      {...(definition?.kind === 'number' && { inputMode: 'decimal' as const })}
                      value={row.value}
                      onChange={({ target }) => change(row.key, { value: asValue(target.value) })}
                      {...(!(isUnknown || !row.name.trim()) && described)}
                    />
                    <span className="w-8 flex-none text-sm text-muted">{definition?.unit}</span>
                  </span>
                  <RemoveRow of={title} onClick={() => remove(n)} />
                  <RowProblem id={`${id}-${row.key}`} text={problem}>
                    {isUnknown && (
                      <Unknown
                        known={known}
                        row={row}
                        onName={(name) => change(row.key, { name })}
                        onAdded={reload}
                      />
                    )}
                  </RowProblem>
                </li>
              )
            })}
          </ul>
          <datalist id={`${id}-known`}>
            {known?.map(({ _id, name, unit }) => (
              <option key={_id} value={name}>
                {unit}
              </option>
            ))}
          </datalist>
        </>
      )}
    </RowsField>
  )
}

const inField = (definition: AttributeDefinition | undefined, value: string) =>
  definition ? withoutUnit(definition, value) : value

function toSend(known: AttributeDefinition[] | undefined, { name, value }: Attribute) {
  const definition = known && definitionOf(known, name)
  return { name, value: definition ? withUnit(definition, value) : value }
}

const sentence = (text: string) => text[0]!.toUpperCase() + text.slice(1)

type UnknownProps = {
  known: AttributeDefinition[]
  row: Row
  onName: (name: string) => void
  onAdded: () => Promise<void>
}

/** What can be done about a name that the shop does not have: take the one that was meant, or have it from now on. */
function Unknown({ known, row, onName, onAdded }: UnknownProps) {
  const [isAdding, setIsAdding] = useState(false)
  const { name, value } = tidy(row)
  const meant = attributeMeantBy(known, name)
  const { kind, unit } = kindOfValue(value)
  async function add() {
    if (isAdding) return
    setIsAdding(true)
    try {
      await authApi(attributeRoutes.addAttribute, { body: { name, kind, unit } })
      toast('success', `${name} saved`)
      await onAdded()
    } catch (error) {
      toastError(error)
    }
    setIsAdding(false)
  }
  return (
    <>
      {meant && (
        <button type="button" className="text-link min-h-11" onClick={() => onName(meant)}>
          Use {meant}
        </button>
      )}
      {value && (
        <button
          type="button"
          className="text-link min-h-11"
          aria-disabled={isAdding}
          onClick={() => void add()}
        >
          Add “{name}” as a {kind}
          {unit && ` in ${unit}`}
        </button>
      )}
    </>
  )
}

/** The attributes of the shop; undefined until they are known, and then the server says what is wrong. */
function useKnown() {
  const [known, setKnown] = useState<AttributeDefinition[]>()
  const reload = () => authApi(attributeRoutes.listAttributes).then(setKnown, () => undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void reload(), [])
  return { known, reload }
}

const none: string[] = []

/** By name; none until they are known, and none where there is no connection. */
function useAttributesOfKind(category: string) {
  const [ofKind, setOfKind] = useState(none)
  useEffect(() => {
    if (!category) return setOfKind(none)
    let isOvertaken = false
    authApi(attributeRoutes.listAttributesOfKind, { params: { id: category } }).then(
      (names) => isOvertaken || setOfKind(names),
      () => undefined,
    )
    return () => {
      isOvertaken = true
    }
  }, [category])
  return ofKind
}
