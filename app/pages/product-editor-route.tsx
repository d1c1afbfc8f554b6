import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData, useRevalidator } from 'react-router'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import {
  manageFitmentsRoutes,
  manageRelatedRoutes,
  manageRoutes,
  vehicleAdminRoutes,
} from '~/shop/admin-routes.ts'
import { AddProduct } from '~/shop/catalogue/manage/AddProduct.tsx'
import { EditProduct } from '~/shop/catalogue/manage/EditProduct.tsx'
import type { ManagedProduct } from '~/shop/catalogue/manage/manage-contract.ts'
import { productForm } from '~/shop/catalogue/manage/ProductFields.tsx'
import type { ManagedFitment } from '~/shop/fitment/admin/contract.ts'
import { NewCars, ProductCars, useNewCars } from '~/shop/fitment/admin/ProductCars.tsx'
import { staffGet, staffList } from '~/shop/identity/session/private-get.ts'
import type { ManagedRelated } from '~/shop/related/admin/contract.ts'
import { RelatedEditor } from '~/shop/related/admin/RelatedEditor.tsx'
import type { FitAttribute } from '~/shop/vehicles/admin/contract.ts'

type Listed = {
  product: ManagedProduct
  lines: { rows: ManagedFitment[]; total: number }
  related: ManagedRelated[]
}
type EditorData = {
  attributes: FitAttribute[]
  edited?: Listed | undefined
  copied?: Listed | undefined
}

/** A product that is there by the id in the path, a copy of one by `?copy=`, or a new one. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<EditorData | null> {
  const copy = new URL(request.url).searchParams.get('copy')
  const [attributes, known] = await Promise.all([
    staffGet(vehicleAdminRoutes.listFitAttributes),
    readListed(params.id ?? copy),
  ])
  if (!attributes) return null
  return params.id ? known && { attributes, edited: known } : { attributes, copied: known ?? undefined }
}

async function readListed(id: string | null): Promise<Listed | null> {
  if (!id) return null
  const [product, lines, related] = await Promise.all([
    staffGet(manageRoutes.getManagedProduct, { params: { id } }),
    staffList(manageFitmentsRoutes.listFitments, {
      params: { id },
      query: { page: 1, limit: rowsPerPage },
    }),
    staffGet(manageRelatedRoutes.listRelatedParts, { params: { id } }),
  ])
  if (!product || !lines || !related) return null
  return { product, lines: { rows: lines.data, total: lines.total }, related }
}

export function Component() {
  const data = useLoaderData<EditorData | null>()
  if (!data) return null
  const { attributes, edited, copied } = data
  if (edited) return <Edit key={edited.product._id} {...edited} attributes={attributes} />
  return <Add key={copied?.product._id ?? ''} copied={copied} attributes={attributes} />
}

function Edit({ product, lines, related, attributes }: Listed & { attributes: FitAttribute[] }) {
  const { revalidate } = useRevalidator()
  return (
    <EditProduct
      product={product}
      onChanged={() => void revalidate()}
      cars={(fitKind) => (
        <ProductCars product={product} lines={lines} attributes={attributes}>
          {fitKind}
        </ProductCars>
      )}
      related={<RelatedEditor product={product} first={related} />}
    />
  )
}

function Add({ copied, attributes }: { copied: Listed | undefined; attributes: FitAttribute[] }) {
  const cars = useNewCars(
    copied && {
      _id: copied.product._id,
      productName: copied.product.productName,
      lines: copied.lines.total,
    },
  )
  return (
    <AddProduct
      copied={copied?.product}
      saveCars={cars.save}
      cars={(fitKind) => (
        <NewCars cars={cars} attributes={attributes} form={productForm}>
          {fitKind}
        </NewCars>
      )}
    />
  )
}
