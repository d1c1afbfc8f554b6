import { expect, test } from 'vitest'
import { FileProblem } from '~/platform/import/file-problem.ts'
import { aPiesFile, descriptions } from '~/test/a-pies-file.ts'
import { scanPies } from './scan-pies.ts'

const disc = descriptions({ MKT: 'Coated', DES: 'Disc &amp; pads' })
const interchange =
  '<PartInterchangeInfo><PartInterchange><BrandAAIAID>ZNOT</BrandAAIAID><PartNumber>1</PartNumber></PartInterchange></PartInterchangeInfo>'

test('the brands and kinds of part of a file are those of all its items, whatever stands inside them', async () => {
  const items = [
    { number: '1', inside: disc },
    { number: '2', inside: interchange, code: 'ZTAR', label: 'Tarn &amp; Söhne' },
    { number: '3', inside: descriptions({ DES: 'Other' }), label: '' },
  ]
  const xml = aPiesFile(items, { submission: 'Update' }).replace(
    '<PartTerminologyID>1896</PartTerminologyID>',
    '',
  )
  expect(await scanPies(xml)).toEqual({
    isUpdate: true,
    items: 3,
    brands: [
      { code: 'ZPEL', name: 'Pelka' },
      { code: 'ZTAR', name: 'Tarn & Söhne' },
    ],
    kinds: [{ number: '1896', parts: 2, example: 'Other' }],
  })
  const { kinds } = await scanPies(aPiesFile(items))
  expect(kinds).toEqual([{ number: '1896', parts: 3, example: 'Disc & pads' }])
})

test('a file that is cut off is refused before it is sent', async () => {
  await expect(scanPies(aPiesFile([{ number: '1' }]).slice(0, 400))).rejects.toThrow(FileProblem)
})
