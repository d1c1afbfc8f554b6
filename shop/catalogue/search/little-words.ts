const wordsIn = (text: string) => new Set(text.trim().split(/\s+/))

/** Say nothing about a part, in English, Spanish, German, French and Polish. */
export const fillers = wordsIn(`
  a an and any are at best buy buying by cheap cheapest cost find for from get good have i in is it looking me my need new
  of offer on online or order our original please price prices quality quick fast delivery sale shop show some that the
  this to uk used want what where which with you your genuine oem change changing replace replacement replacing
  de del la las el los para con y o un una mi comprar barato
  der die das den dem fur mit und oder ein eine mein meinen kaufen gunstig
  d l le les du des pour avec et ou une mon ma au aux acheter
  do dla i na z ze oraz lub w tani kupic`)

/** Where a part stands, how many there are, whose it is: they narrow a search, and name no kind of part by themselves. */
export const narrowing = wordsIn(`
  front rear left right upper lower inner outer driver passenger side pair set kit piece pieces full one two three four
  five six single double complete car cars auto vehicle part parts diesel petrol electric automatic manual
  winter summer heavy duty`)

/**
 * Things that are asked for at a parts counter, or mistaken for one, and are none of the kinds that a shop begins with. Who
 * asks for a battery charger wants no battery: where no part is called so, the words beside it find nothing either. A part
 * that is called so is found like any other.
 */
export const otherThings = `
  absorber mat; ac compressor; accessory; adapter; adblue; additive; aerial; air conditioning; air freshener; airbag; alarm;
  amplifier; anti roll bar; antenna; armrest; ashtray; axle stand; badge; bag; ball joint; bike; bike rack; blanket; blind;
  bluetooth; boot liner; bottle; bracket; brake cable; brake cleaner; brake drum; brake light; brake line; brake master
  cylinder; brake pedal; brush; bumper; bush; button; cable tie; cam sensor; camera; camshaft; cap; carburettor; carburetor;
  car wash; carpet; carrier; case; catalytic converter; chain; chair; charger; chassis; child seat; chrome; cigarette
  lighter; cleaner; cloth; clutch cable; clutch fluid; clutch pedal; coat; compressor; condenser; connector; converter;
  cooler; cover; crankshaft; cushion; cylinder head; dashboard; dash cam; decal; diffuser; dipstick; display; distributor;
  door handle; door lock; drill; driveshaft boot; drum; ecu; egr; exhaust manifold; exhaust pipe; expansion tank;
  extinguisher; fan; fire extinguisher; first aid; flag; flange; floor mat; flywheel; fog light; freshener; fuel cap; fuel
  injector; fuel tank; fuse; fuse box; garage; gas strut; gear knob; gear lever; gearbox; gear stick; glass; glove; glove
  box; glow plug; gps; grease; grille; guard; hammer; handle; headliner; headphones; headrest; heater; heater blower;
  helmet; hinge; hitch; holder; hook; horn; hose; hub cap; hubcap; indicator stalk; injector; inner tube; intake;
  intercooler; inverter; iphone; jack; jacket; joint; keyring; key; keyboard; key fob; knob; ladder; lamp post; laptop;
  lever; license plate; lid; light bar; liner; lock; loudspeaker; lubricant; luggage; manifold; manual book; map; mask; mat;
  mattress; mirror glue; mobile; monitor; motherboard; motorcycle; mount; mouse; mudflap; mud flap; multimeter; navigation;
  number plate; nut; oil cap; oil cooler; oil pan; oil pump; oil sump; organiser; organizer; oven; paint; pan; parking
  sensor; pedal; phone; polish; power steering pump; power steering fluid; pressure washer; primer; printer; pump
  jack; radar; radio; ramp; relay; remote; reservoir; rim tape; roof bar; roof box; roof rack; rope; rug; screw; screwdriver;
  sealant; seat; seat belt; seat cover; security lock; shampoo; shelf; shift knob; shirt; shoe; shovel; sign; sill;
  snow chain; socket; sofa; solenoid; speaker; speedometer; spoiler; sponge; spray; spring; starter cable; steering column;
  steering lock; steering pump; steering rack; steering wheel; stereo; sticker; strap; subwoofer; sump; sun shade;
  sunglasses; sunroof; sunshade; switch; table; tachometer; tail light; tailgate; tank; tape; television;
  tent; timing chain; tool box; toolbox; tool kit; torch; torque wrench; touch up; tow bar; tow rope; towbar; towel; toy;
  trailer; transmission fluid; tray; trim; turbo; turbocharger; tyre inflator; tyre pressure gauge; tyre lever; umbrella;
  upholstery; usb; vacuum; vacuum cleaner; valve cover; vest; visor; washer; washer fluid; washing machine; watch; wax;
  wheel arch; wheel chock; wheel cover; wheel lock; wheel nut; wheel spacer; wheel trim; winch; window; window regulator;
  windscreen; wing; wiper arm; wiper motor; wire; wiring; wrench`
  .split(';')
  .map((thing) => thing.trim().replace(/\s+/g, ' '))
