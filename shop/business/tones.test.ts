import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, themeRules, tonesOf } from './tones.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('whatever colour an owner chooses, its texts can be read, in light and in dark', () => {
  fc.assert(
    fc.property(colours, (accent) => {
      const { onAccent, light, dark } = tonesOf(accent)
      expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#ffffff', '#f3f2ef', '#eae8e3', light.tint])
        expect(contrast(light.text, ground)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#0d0f12', '#15181c', '#1c2025', '#0a0c0e', dark.tint])
        expect(contrast(dark.text, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(light.vivid, '#eae8e3')).toBeGreaterThanOrEqual(3)
      expect(contrast(dark.vivid, '#1c2025')).toBeGreaterThanOrEqual(3)
    }),
  )
})

test('a colour that can be read stays as it is chosen', () => {
  expect(tonesOf('#1a5fb4')).toMatchObject({ onAccent: '#ffffff', light: { text: '#1a5fb4' } })
  expect(themeRules('#1a5fb4')).toContain(':root:root{--accent:#1a5fb4;--on-accent:#ffffff;')
})
