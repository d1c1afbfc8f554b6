import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { importsRoutes } from '~/shop/admin-routes.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import type { ProductImport, WatchedImport } from './contract.ts'
import { ImportProductsPage } from './ImportProductsPage.tsx'
import { WatchImport } from './WatchImport.tsx'

const mostListed = 20

type Shown = { file: WatchedImport } | { imports: ProductImport[] }

export async function loader({ params: { id } }: LoaderFunctionArgs): Promise<Shown | null> {
  if (id) {
    const file = await staffGet(importsRoutes.getImport, { params: { id } })
    return file ? { file } : null
  }
  const imports = await staffGet(importsRoutes.listImports, { query: { limit: mostListed } })
  return imports ? { imports } : null
}

/** A new file, or one that the shop works on by itself. */
function ImportsRoute() {
  const shown = useLoaderData<Shown | null>()
  if (!shown) return null
  if ('file' in shown) return <WatchImport key={shown.file._id} file={shown.file} />
  return <ImportProductsPage imports={shown.imports} />
}

export { ImportsRoute as Component }
