import { useLoaderData, useRevalidator } from 'react-router'
import { ListHeading } from '~/platform/lists/tabbed-lists.tsx'
import { TextField } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { synonymRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { synonymsProblem } from '../synonym-lines.ts'

/** All groups of names in one field: they are read and changed together. */
export function SynonymsPage() {
  const data = useLoaderData<{ synonyms: string } | null>()
  const { revalidate } = useRevalidator()
  const form = useForm({
    fields: { synonyms: (typed: string) => synonymsProblem(typed) },
    async send(typed) {
      await authApi(synonymRoutes.setSynonyms, { body: { ...typed, seen: data!.synonyms } })
      toast('success', 'Synonyms saved')
      await revalidate()
    },
  })
  if (!data) return null
  return (
    <div className="grid max-w-3xl gap-5">
      <ListHeading
        title="Synonyms"
        lead="Names of the same thing: who searches for one finds the others, too."
      />
      <SaveForm of={form} save="Save synonyms" className="panel p-5 shadow-none sm:p-8">
        <TextField
          label="Synonyms"
          name="synonyms"
          rows={20}
          defaultValue={data.synonyms}
          error={form.errors.synonyms}
          hint="A group per line, with commas between the names: “disc, disk, rotor”."
        />
      </SaveForm>
    </div>
  )
}
