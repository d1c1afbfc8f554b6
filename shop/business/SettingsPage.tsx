import type { ComponentType, ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '~/platform/client/api.ts'
import { FilterTabs } from '~/platform/lists/ListPage.tsx'
import { Field, SelectField, TextField } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { managedBusinessRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { businessRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { EditedSection } from './contract.ts'
import type { BusinessField, Section } from './fields.ts'
import { fieldProblem, fieldsOf, isSection, sectionNames, sections } from './fields.ts'
import { ColourField, LogoField, NoticeField } from './look-fields.tsx'
import { linesOf } from './shown.ts'
import { changedBusiness } from './use-business.ts'

type Edited = EditedSection & { section: Section }

export async function loader({ params }: LoaderFunctionArgs): Promise<Edited | null> {
  const section = params.section ?? sectionNames[0]!
  if (!isSection(section)) throw new Response(null, { status: 404 })
  const found = await staffGet(managedBusinessRoutes.getBusinessSection, { params: { section } })
  return found ? { ...found, section } : null
}

/** Delivery and tax have forms of their own. */
const titles = {
  ...(Object.fromEntries(sectionNames.map((name) => [name, sections[name].title])) as Record<
    Section,
    string
  >),
  delivery: 'Delivery',
  tax: 'Tax',
}

type FrameProps = { current: keyof typeof titles; lead: string; children: ReactNode }

/** A part of the settings among the others. */
export const SettingsFrame = ({ current, lead, children }: FrameProps) => (
  <div className="grid grid-cols-1 gap-5">
    <Title page="Shop settings" />
    <h1 className="text-[28px] sm:text-[36px]">Shop settings</h1>
    <FilterTabs
      label="Parts of the settings"
      names={titles}
      current={current}
      address={(section) => urls.settings(section)}
    />
    <section aria-labelledby="section" className="panel grid max-w-3xl gap-5 p-5 shadow-none sm:p-8">
      <header className="grid gap-1">
        <h2 id="section" className="text-[22px]">
          {titles[current]}
        </h2>
        <p className="text-muted">{lead}</p>
      </header>
      {children}
    </section>
  </div>
)

/** What the owner says of the business, a form for each part of it. */
function SettingsPage() {
  const edited = useLoaderData<Edited | null>()
  if (!edited) return null
  return (
    <SettingsFrame current={edited.section} lead={sections[edited.section].lead}>
      <SectionForm key={`${edited.section} ${edited.version}`} edited={edited} />
    </SettingsFrame>
  )
}

function SectionForm({ edited }: { edited: Edited }) {
  const { revalidate } = useRevalidator()
  const fields = fieldsOf(edited.section)
  const problemOf = (name: string, typed: string) =>
    typed && typed === edited.first[name] ? undefined : fieldProblem(fields[name]!, typed)
  const form = useForm({
    fields: Object.fromEntries(
      Object.keys(fields).map((name) => [name, (typed: string) => problemOf(name, typed)]),
    ),
    async send(values) {
      const { section, version } = edited
      await authApi(managedBusinessRoutes.changeBusinessSection, {
        params: { section },
        body: { version, values: inParagraphs(fields, values) },
      })
      changedBusiness.set(await api(businessRoutes.getBusiness))
      toast('success', 'Settings saved')
      await revalidate()
    },
  })
  return (
    <SaveForm of={form} save="Save">
      {Object.entries(fields).map(([name, field]) => {
        const Input = inputs[field.as ?? kindOf(field)]
        return (
          <Input
            key={name}
            label={field.label}
            name={name}
            maxLength={field.most}
            required={field.isNeeded}
            defaultValue={edited.values[name]}
            error={form.errors[name]}
            choices={field.choices}
            hint={[field.hint, sourceOf(edited, name, field)].filter(Boolean).join(' ')}
          />
        )
      })}
    </SaveForm>
  )
}

type InputProps = {
  label: string
  name: string
  maxLength: number
  required: boolean | undefined
  defaultValue: string | undefined
  error: string | undefined
  hint: string
  choices: BusinessField['choices']
}

/** What does not fit into a line has room for several, and is one paragraph all the same. */
const longestLine = 150
function kindOf({ hasLines, most, first }: BusinessField) {
  if (hasLines) return 'lines'
  return most > longestLine && first ? 'paragraph' : 'line'
}

const inParagraphs = (fields: Record<string, BusinessField>, values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, text]) => [
      name,
      kindOf(fields[name]!) === 'paragraph' ? text.trim().replace(/\s*\n\s*/g, ' ') : text,
    ]),
  )

/** As high as what is in it, where the browser can do that. */
const grows = 'field-sizing-content'

const inputs: Record<
  'line' | 'lines' | 'paragraph' | NonNullable<BusinessField['as']>,
  ComponentType<InputProps>
> = {
  line: ({ choices: _, ...props }) => <Field {...props} />,
  lines: ({ choices: _, ...props }) => (
    <TextField
      {...props}
      rows={Math.max(3, linesOf(props.defaultValue ?? '').length + 1)}
      className={grows}
    />
  ),
  paragraph: ({ choices: _, ...props }) => <TextField {...props} rows={3} className={`min-h-20 ${grows}`} />,
  number: ({ choices: _, ...props }) => <Field {...props} inputMode="numeric" />,
  choice: ({ choices = {}, maxLength: _, ...props }) => (
    <SelectField {...props}>
      {Object.entries(choices).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  ),
  colour: ColourField,
  logo: LogoField,
  picture: NoticeField,
}

/** Where a value comes from that the owner has not changed. */
function sourceOf({ changed, first }: Edited, name: string, field: BusinessField) {
  if (changed.includes(name))
    return field.setting && first[name] !== field.first
      ? `Instead of “${first[name]}”, which ${field.setting} says on the server.`
      : undefined
  return field.setting && first[name] !== field.first
    ? `From ${field.setting} on the server.`
    : field.first && !field.as && 'Still as in the demo.'
}

export { SettingsPage as Component }
