import { useState } from 'react'
import { saveFile } from '~/platform/ui/save-file.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { keptToken } from '~/shop/identity/kept-token.ts'
import { urls } from '~/shop/urls.ts'

export function ExportProducts() {
  const [isBusy, setIsBusy] = useState(false)
  async function save() {
    setIsBusy(true)
    try {
      // A link could not say who is asking.
      const answer = await fetch(urls.api.exportProducts(), {
        headers: { authorization: `Bearer ${keptToken()}` },
      })
      if (!answer.ok) throw new Error(answer.statusText)
      saveFile('products.csv', await answer.blob())
    } catch {
      toast('error', 'The products could not be exported. Please try again.')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <button type="button" className="btn btn-quiet btn-small" disabled={isBusy} onClick={() => void save()}>
      Export CSV
    </button>
  )
}
