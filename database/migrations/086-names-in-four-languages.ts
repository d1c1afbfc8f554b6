import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * The kinds of part that a shop begins with are found by their Spanish, German, French and Polish names, too. They come
 * after the synonyms that an admin has, and are edited like these; a line that is there already is not added again.
 */
export async function up(db: Kysely<unknown>) {
  const known = (db as Kysely<{ synonyms: { position: number; words: string } }>).selectFrom('synonyms')
  const rows = await known.select(['position', 'words']).execute()
  const first = Math.max(-1, ...rows.map(({ position }) => position)) + 1
  const lines = namesInFourLanguages
    .map((names) => names.join(', '))
    .filter((line) => !rows.some(({ words }) => words === line))
    .slice(0, mostLines - rows.length)
  for (const [n, words] of lines.entries())
    await sql`insert into synonyms (position, words) values (${first + n}, ${words})`.execute(db)
}

/** More cannot be saved. */
const mostLines = 500

export const namesInFourLanguages = `
  brake disc, disco de freno, bremsscheibe, disque de frein, tarcza hamulcowa, tarcze hamulcowe
  brake pad, pastilla de freno, bremsbelag, bremsbeläge, bremsklotz, bremsklötze, plaquette de frein, klocek hamulcowy, klocki hamulcowe
  brake caliper, pinza de freno, bremssattel, bremssättel, étrier de frein, zacisk hamulcowy, zaciski hamulcowe
  brake hose, latiguillo de freno, manguera de freno, bremsschlauch, bremsschläuche, flexible de frein, przewód hamulcowy, przewody hamulcowe
  oil filter, filtro de aceite, ölfilter, filtre à huile, filtr oleju, filtry oleju
  air filter, filtro de aire, luftfilter, filtre à air, filtr powietrza, filtry powietrza
  cabin filter, filtro de habitáculo, filtro de polen, innenraumfilter, pollenfilter, filtre d’habitacle, filtre à pollen, filtr kabinowy, filtry kabinowe
  fuel filter, filtro de combustible, filtro de gasolina, kraftstofffilter, benzinfilter, dieselfilter, filtre à carburant, filtre à gasoil, filtr paliwa, filtry paliwa
  timing belt, correa de distribución, kit de distribución, zahnriemen, courroie de distribution, pasek rozrządu, paski rozrządu, rozrząd
  drive belt, correa auxiliar, correa del alternador, correa trapezoidal, keilriemen, keilrippenriemen, courroie accessoire, courroie d’alternateur, pasek klinowy, pasek wielorowkowy
  piston, pistón, pistones, kolben, tłok, tłoki
  gasket, junta, juntas, dichtung, zylinderkopfdichtung, joint de culasse, joint d’étanchéité, uszczelka, uszczelki
  spark plug, bujía, bujía de encendido, zündkerze, bougie, bougie d’allumage, świeca zapłonowa, świece zapłonowe
  ignition coil, bobina de encendido, zündspule, bobine d’allumage, cewka zapłonowa, cewki zapłonowe
  battery, batería, batterie, autobatterie, starterbatterie, akumulator, akumulatory
  alternator, alternador, lichtmaschine, alternateur, alternatory
  starter motor, motor de arranque, anlasser, démarreur, rozrusznik
  bulb, bombilla, lámpara, glühbirne, glühlampe, scheinwerferlampe, ampoule, żarówka, żarówki
  headlight, faro, scheinwerfer, phare, reflektor, reflektory
  radiator, radiador, kühler, wasserkühler, radiateur, chłodnica, chłodnice
  water pump, bomba de agua, wasserpumpe, pompe à eau, pompa wody
  thermostat, termostato, termostat, kühlwasserthermostat, termostaty
  shock absorber, amortiguador, stoßdämpfer, federbein, amortisseur, amortyzator, amortyzatory
  control arm, brazo de suspensión, trapecio, querlenker, bras de suspension, triangle de suspension, wahacz, wahacze
  wheel bearing, rodamiento de rueda, cojinete de rueda, radlager, roulement de roue, łożysko koła, łożyska kół
  tie rod, barra de dirección, rótula de dirección, spurstange, spurstangenkopf, biellette de direction, rotule de direction, drążek kierowniczy
  clutch, embrague, kupplung, embrayage, sprzęgło
  clutch kit, kit de embrague, kupplungssatz, kupplungskit, kit d’embrayage, zestaw sprzęgła, komplet sprzęgła
  drive shaft, palier, semieje, antriebswelle, gelenkwelle, cardan, arbre de transmission, półoś napędowa, półosie
  fuel pump, bomba de combustible, bomba de gasolina, kraftstoffpumpe, benzinpumpe, pompe à carburant, pompe à essence, pompa paliwa
  oxygen sensor, sonda lambda, sensor de oxígeno, lambdasonde, sonde lambda, capteur d’oxygène
  silencer, silenciador, schalldämpfer, auspuff, silencieux, pot d’échappement, tłumik, tłumiki
  exhaust clamp, abrazadera de escape, auspuffschelle, collier d’échappement, opaska wydechu, obejma wydechu
  wheel, rueda, llanta, komplettrad, felge, alufelge, roue, jante, felga, felgi, koło, koła
  tyre, neumático, llanta, reifen, sommerreifen, winterreifen, pneu, opona, opony
  wheel bolt, tornillo de rueda, perno de rueda, radschraube, radbolzen, boulon de roue, vis de roue, śruba koła, śruby do kół
  wiper blade, escobilla limpiaparabrisas, limpiaparabrisas, wischerblatt, wischerblätter, scheibenwischer, balai d’essuie-glace, essuie-glace, pióro wycieraczki, wycieraczka, wycieraczki
  door mirror, espejo retrovisor, retrovisor, außenspiegel, seitenspiegel, rétroviseur, lusterko boczne, lusterko, lusterka
  engine oil, aceite de motor, aceite motor, motoröl, motorenöl, huile moteur, olej silnikowy
  coolant, refrigerante, anticongelante, kühlmittel, kühlflüssigkeit, frostschutz, liquide de refroidissement, płyn chłodniczy, płyn do chłodnic
  brake fluid, líquido de frenos, bremsflüssigkeit, liquide de frein, płyn hamulcowy
  jump leads, cables de arranque, pinzas de batería, starthilfekabel, überbrückungskabel, câbles de démarrage, kable rozruchowe, przewody rozruchowe
  warning triangle, triángulo de emergencia, triángulo de señalización, warndreieck, triangle de signalisation, trójkąt ostrzegawczy
  brake, freno, bremse, frein, hamulec, hamulce
  filter, filtro, filtre, filtr, filtry
  oil, aceite, öl, huile, olej
  pump, bomba, pumpe, pompe, pompa
  belt, correa, riemen, courroie, pasek
  engine, silnik, moteur
  front, delantero, delantera, vorne, vorn, vorderachse, avant, przód, przedni, przednie, przednia
  rear, trasero, trasera, hinten, hinterachse, arrière, tył, tylny, tylne, tylna
  left, izquierdo, izquierda, links, gauche, lewy, lewa, lewe
  right, derecho, derecha, rechts, droite, prawy, prawa, prawe
  set, kit, juego, satz, jeu, zestaw, komplet
  car, coche, auto, pkw, kfz, voiture, samochód, samochodowy, samochodu`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(', '))
