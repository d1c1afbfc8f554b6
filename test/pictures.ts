import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d1470f' } })

export const aPng = (width = 800, height = 600) => plain(width, height).png().toBuffer()
export const aGif = () => plain(60, 40).gif().toBuffer()

/** As taken by a phone: rotated by EXIF orientation, with GPS coordinates. */
export const aJpegFromAPhone = () =>
  plain(800, 400)
    .jpeg()
    .withExif({
      IFD0: { Make: 'SecretPhone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** 256 megapixels in some thirty kilobytes. */
export function aPictureBomb(side = 16_000) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = Buffer.alloc(side * (1 + side / 8))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

function crc32(bytes: Buffer) {
  let sum = 0xffff_ffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1
  }
  return (sum ^ 0xffff_ffff) >>> 0
}
