import { expect, test } from 'vitest'
import { guessColumns } from './sheet-columns.ts'

const guess = (headings: string, attributes: string[] = []) => guessColumns(headings.split(';'), attributes)

test('headings are understood in English and German, in any spelling', () => {
  expect(
    guess('Artikel-Nr.;Bezeichnung;HERSTELLER;Warengruppe;VK brutto;Lagerbestand;EAN;OE-Nummern'),
  ).toEqual(['own', 'productName', 'brand', 'category', 'price', 'availableQty', 'ean', 'oe'])
  expect(guess('Part No;Item Name;Manufacturer;Price (USD);Qty on hand;UPC;Image URL;Weight (kg)')).toEqual([
    'own',
    'productName',
    'brand',
    'price',
    'availableQty',
    'ean',
    'image',
    'weightKg',
  ])
  expect(guess('Verfügbare Menge;Stückzahl;Größe')).toEqual(['availableQty', '', ''])
})

test('headings of our own are what they say', () => {
  expect(guess('_id;productName;price;fitKind')).toEqual(['_id', 'productName', 'price', 'fitKind'])
})

test('a price for dealers is no price, a weight without its unit no weight, and nothing is guessed twice', () => {
  expect(guess('EK netto;Dealer price;Net price;Gewicht;Bemerkung')).toEqual(['', '', '', '', ''])
  expect(guess('UVP;VK brutto')).toEqual(['', 'price'])
  expect(guess('UVP;EK')).toEqual(['price', ''])
  expect(guess('OE number;OEM number')).toEqual(['oe', 'oe'])
})

test('what the shop describes parts by is known by its name', () => {
  expect(guess('Diameter [mm];diameter;Thread', ['Diameter', 'Thread'])).toEqual([
    'attribute:Diameter',
    '',
    'attribute:Thread',
  ])
})
