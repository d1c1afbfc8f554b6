import { deflateRawSync } from 'node:zlib'

type Zipped = { name: string; text: string; isStored?: boolean; flags?: number; size?: number }

/** As programs write it, without what nobody reads. */
export function aZip(files: Zipped[], comment = '') {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  for (const { name, text, isStored = false, flags = 0, size = Buffer.byteLength(text) } of files) {
    const data = isStored ? Buffer.from(text) : deflateRawSync(text)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(flags, 2)
    about.writeUInt16LE(isStored ? 0 : 8, 4)
    about.writeUInt32LE(data.length, 14)
    about.writeUInt32LE(size, 18)
    about.writeUInt16LE(Buffer.byteLength(name), 22)
    const at = Buffer.alloc(4)
    at.writeUInt32LE(Buffer.concat(locals).length)
    locals.push(Buffer.from('PK\u0003\u0004', 'latin1'), about, Buffer.from(name), data)
    centrals.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'),
        about,
        Buffer.alloc(10),
        at,
        Buffer.from(name),
      ]),
    )
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(Buffer.concat(locals).length, 16)
  end.writeUInt16LE(comment.length, 20)
  return new Uint8Array(Buffer.concat([...locals, directory, end, Buffer.from(comment)]))
}
