/** In a grey that is seen on light and on dark. */
const drawing = (lines: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900"><rect width="1200" height="900" fill="#e4e4e0"/><g fill="none" stroke="#8a8a86" stroke-width="16" stroke-linejoin="round" stroke-linecap="round">${lines}</g></svg>`

/** A frame with a landscape. */
export const pictureToCome = drawing(
  '<rect x="420" y="315" width="360" height="270" rx="24"/><circle cx="510" cy="400" r="30"/><path d="m420 540 110-90 80 60 70-60 100 90"/>',
)

const circle = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}"/>`

/** What stands for a part without a picture, by the group of its kind. */
const byGroup: Record<string, string> = {
  brakes: `${circle(600, 450, 210)}${circle(600, 450, 90)}${circle(600, 450, 34)}<path d="M600 240v-1M735 315l-42 42M735 585l-42-42M465 315l42 42M465 585l42-42"/>`,
  filters:
    '<rect x="470" y="300" width="260" height="330" rx="30"/><path d="M470 370h260M520 370v260M573 370v260M627 370v260M680 370v260M550 300v-50h100v50"/>',
  engine: `${circle(600, 630, 46)}<path d="M470 260h260v190H470zM470 310h260M470 355h260M575 450l8 136M625 450l-8 136"/>`,
  electrics:
    '<rect x="400" y="330" width="400" height="280" rx="20"/><path d="M460 330v-50h80v50M660 330v-50h80v50M470 440h70M660 440h70M695 405v70"/>',
  cooling:
    '<rect x="400" y="270" width="400" height="360" rx="20"/><path d="M460 270v360M520 270v360M580 270v360M640 270v360M700 270v360M400 340h-60M800 560h60"/>',
  suspension: `${circle(600, 245, 34)}${circle(600, 655, 34)}<path d="M600 280v60M600 560v60M500 350h200l-200 50h200l-200 50h200l-200 50h200l-200 50h200"/>`,
  transmission: `${circle(600, 450, 210)}${circle(600, 450, 60)}<path d="M600 240v150M600 510v150M390 450h150M660 450h150"/>`,
  'fuel-exhaust':
    '<rect x="420" y="350" width="340" height="190" rx="95"/><path d="M420 445H300v-90M760 415h140M760 475h140"/>',
  wheels: `${circle(600, 450, 220)}${circle(600, 450, 140)}${circle(600, 450, 30)}<path d="M600 420v-110M572 460l-104 34M628 460l104 34M582 475l-64 88M618 475l64 88"/>`,
  body: '<path d="M310 560v-80l90-30 80-110h230l100 110 80 30v80zM500 450h230M600 340v110"/>',
  oils: '<path d="M490 340h220v310H490zM490 340l60-60h70v-40h60v40l30 60M540 430h120v120H540z"/>',
  emergency: '<path d="m600 270 210 360H390zM600 390v110M600 560v10"/>',
}

/** A parcel, for what has no group that we have drawn. */
const anyPart = '<path d="m600 250 200 90v220l-200 90-200-90V340zM400 340l200 90 200-90M600 430v220"/>'

export const kindDrawing = (group: string) => drawing(byGroup[group] ?? anyPart)
