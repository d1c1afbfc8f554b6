import { useState } from 'react'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { Field, SelectField, TextField } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { managedCategoryRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Category } from '../contract.ts'
import {
  categoryNameProblem,
  descriptionProblem,
  longestCategoryDescription,
  longestCategoryName,
} from '../rules.ts'

type Props = {
  /** Without it, a new one is made. */
  category?: Category
  groups: Category[]
  onClose: (hasChanged: boolean) => void
}

export const CategoryForm = ({ category, groups, onClose }: Props) => (
  <WideDialog title={category?.name ?? 'Add Category'} onClose={() => onClose(false)}>
    <Form category={category} groups={groups} onSaved={() => onClose(true)} />
  </WideDialog>
)

type FormProps = { category: Category | undefined; groups: Category[]; onSaved: () => void }

function Form({ category, groups, onSaved }: FormProps) {
  const [isNeeded, setIsNeeded] = useState(category?.need === 'regular')
  const form = useForm({
    fields: {
      name: (typed: string) => categoryNameProblem(typed.trim()),
      description: (typed: string) => descriptionProblem(typed.trim()),
      group: () => undefined,
    },
    async send(typed) {
      const body = { ...typed, need: isNeeded ? ('regular' as const) : ('' as const) }
      if (category)
        await authApi(managedCategoryRoutes.editCategory, {
          params: { id: category._id },
          body: { ...body, seen: { ...category, need: category.need ?? '' } },
        })
      else await authApi(managedCategoryRoutes.addCategory, { body })
      toast('success', `${typed.name.trim()} saved`)
      onSaved()
    },
  })
  return (
    <SaveForm of={form} save="Save category">
      <Field
        label="Name"
        name="name"
        required
        maxLength={longestCategoryName}
        defaultValue={category?.name}
        error={form.errors.name}
        {...(category && { hint: `Its address stays /shop/${category.path}.` })}
      />
      <SelectField
        label="Group"
        name="group"
        className="input"
        defaultValue={category?.group ?? groups[0]?._id ?? ''}
        error={form.errors.group}
      >
        <option value="">None: it is a group itself</option>
        {groups
          .filter((group) => group._id !== category?._id)
          .map((group) => (
            <option key={group._id} value={group._id}>
              {group.name}
            </option>
          ))}
      </SelectField>
      <TextField
        label="Description"
        name="description"
        maxLength={longestCategoryDescription}
        defaultValue={category?.description}
        error={form.errors.description}
        hint="One sentence, below the name and in the results of search engines."
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 flex-none"
          checked={isNeeded}
          onChange={({ target }) => setIsNeeded(target.checked)}
        />
        On the list of what a car needs
      </label>
    </SaveForm>
  )
}
