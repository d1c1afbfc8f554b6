import { describe, expect, test } from 'vitest'
import { aZip } from '~/test/a-zip.ts'
import { filesInZip, isZip } from './unzip.ts'

const most = 1_000_000
const read = async (zip: Uint8Array<ArrayBuffer>, mostBytes = most) =>
  Promise.all(
    filesInZip(zip).map(async (file) => [file.name, Buffer.from(await file.read(mostBytes)).toString()]),
  )

test('files in a zip file are read, packed or not, without folders', async () => {
  const long = 'Gehäuse '.repeat(10_000)
  const zip = aZip(
    [
      { name: 'parts/', text: '', isStored: true },
      { name: 'parts/pies.xml', text: long },
      { name: 'read me.txt', text: 'Plain', isStored: true },
      { name: '__MACOSX/parts/._pies.xml', text: 'x' },
    ],
    'A comment',
  )
  expect(isZip(zip)).toBe(true)
  expect(await read(zip)).toEqual([
    ['parts/pies.xml', long],
    ['read me.txt', 'Plain'],
  ])
  expect(isZip(new Uint8Array(Buffer.from('number,name and so on and on')))).toBe(false)
})

describe('a zip file is refused that', () => {
  const good = aZip([{ name: 'a.xml', text: 'x'.repeat(5000) }])
  test.each<[string, Uint8Array<ArrayBuffer>, number, string]>([
    ['is locked', aZip([{ name: 'a', text: 'a', flags: 1 }]), most, 'locked with a password'],
    ['grows', good, 4999, 'too long'],
    ['grows beyond what it says', aZip([{ name: 'a', text: 'x'.repeat(5000), size: 10 }]), most, 'too long'],
    ['says more than it has', aZip([{ name: 'a', text: 'x', size: 10 }]), most, 'damaged'],
    ['is cut off', good.slice(0, -30), most, 'damaged'],
    ['is damaged', good.map((byte, n) => (n > 34 && n < 45 ? 255 : byte)), most, 'damaged'],
  ])('%s', async (_, zip, mostBytes, problem) => {
    await expect(read(zip, mostBytes)).rejects.toThrow(problem)
  })
})
