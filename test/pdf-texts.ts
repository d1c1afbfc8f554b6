import { inflateSync } from 'node:zlib'

/** The texts of a PDF as a viewer copies them, line by line: glyphs by the tables of the embedded fonts. */
export function pdfTexts(pdf: Buffer): string[] {
  const objects = new Map<string, string>()
  for (const [, id, body] of pdf.toString('latin1').matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id!, body!)
  const streamOf = (id: string) => {
    const [, stream = ''] = /stream\n([\s\S]*)\nendstream/.exec(objects.get(id)!) ?? []
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  }
  const lettersOf = (fontId: string) => {
    const table = streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(fontId)!)![1]!)
    return [...table.matchAll(/\[(.*)\]/g)].flatMap(([, codes]) =>
      [...codes!.matchAll(/<(\w+)>/g)].map(([, code]) => String.fromCharCode(Number.parseInt(code!, 16))),
    )
  }
  return [...objects.values()].flatMap((page) => {
    const [, contents, resources] = /\/Contents (\d+) 0 R\n\/Resources (\d+) 0 R/.exec(page) ?? []
    if (!contents) return []
    const named = [...objects.get(resources!)!.matchAll(/\/(F\d+) (\d+) 0 R/g)]
    const fonts = new Map(named.map(([, name, id]) => [name, lettersOf(id!)]))
    const written = [...streamOf(contents).matchAll(/\/(F\d+) [\d.]+ Tf\n\[(.*)\] TJ/g)]
    return written.map(([, font, glyphs]) =>
      [...glyphs!.replace(/[^0-9a-f<>]*<([0-9a-f]+)>[^<]*/g, '$1').matchAll(/.{4}/g)]
        .map(([glyph]) => fonts.get(font)![Number.parseInt(glyph, 16)])
        .join(''),
    )
  })
}
