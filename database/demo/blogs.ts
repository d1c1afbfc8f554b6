type DemoBlog = {
  id: string
  question: string
  answer: string
}

export const demoBlogs: DemoBlog[] = [
  {
    id: 'why-do-my-brakes-squeal',
    question: 'Why do my brakes squeal?',
    answer:
      'A short squeal on a damp morning is usually just surface rust on the discs, gone after a few stops. A ' +
      'squeal that stays, or comes back every time you brake, deserves a closer look.\n\n' +
      'The most common cause is wear. Many pads carry a small metal tab that touches the disc when the friction ' +
      'material is nearly used up, and the high note is your warning. Other causes are glazed pads, dust packed ' +
      'into the caliper, missing noise shims, or slide pins that have run dry so the caliper cannot move freely. ' +
      'Fresh pads may also squeak until they have bedded in.\n\n' +
      'With the car parked on level ground and the brakes cold, look through the wheel spokes with a torch. If ' +
      'less than about 3 mm of friction material is left, it is time for new pads. One pad much thinner than its ' +
      'partner points to a sticking caliper. Replace pads as a full axle set, and put brake grease only on the ' +
      'metal contact points, never on the pad surface or the disc. Do not blow brake dust about with compressed ' +
      'air, because it is harmful to breathe. Use axle stands whenever a wheel is off, and pump the pedal until ' +
      'it is firm before you drive.\n\n' +
      'Grinding, a soft pedal, a pull to one side or a brake warning light are different: stop driving and have ' +
      'a workshop look at the car. If you have never worked on brakes before, leave the job to a workshop too, ' +
      'or learn it with someone experienced beside you.',
  },
  {
    id: 'how-often-should-i-change-the-engine-oil',
    question: 'How often should I change the engine oil?',
    answer:
      'Go by the service book, and by whichever comes first: the distance or the date. On many cars that is once ' +
      'a year or every 10,000 to 15,000 km (6,000 to 9,000 miles). Some engines are approved for longer ' +
      'intervals, but only with the oil the maker names for them.\n\n' +
      'How you drive matters too. Short trips, towing, dusty roads and long idling all age oil faster, because ' +
      'fuel and water collect in it or because it runs hot. If that sounds like your week, use the shorter ' +
      'interval that most service books give for severe conditions. Change the filter every time.\n\n' +
      'Choose oil by its specification and not just by its viscosity. Two cans of 5W-30 can be quite different ' +
      'inside, and a diesel with a particulate filter needs a low- or mid-ash oil. Your handbook lists the ' +
      'approval to look for. Check the level once a month on level ground, following the handbook on whether the ' +
      'engine should be warm. Keep it between the two marks, as too much oil does harm as well.\n\n' +
      'If you do the change yourself, let the engine cool until the oil is warm but not scalding, support the ' +
      'car on axle stands, wear gloves, fit a new drain plug washer and take the old oil to a recycling point.\n\n' +
      'If the red oil pressure light comes on while driving, stop as soon as it is safe and switch the engine ' +
      'off. Do not restart it, even if the level looks right. See a workshop as well if the oil turns milky or ' +
      'the level drops quickly.',
  },
  {
    id: 'how-do-i-jump-start-a-car-safely',
    question: 'How do I jump-start a car safely?',
    answer:
      'Jump-starting takes ten minutes and is safe if you connect the leads in the right order every time. Read ' +
      'your handbook first: some cars have special jump points, and some hybrids and electric cars must not be ' +
      'used to help another. Never jump a battery that is frozen, cracked or leaking, and keep flames and ' +
      'cigarettes away, because batteries give off explosive gas.\n\n' +
      'Park close together without the cars touching. Both must have 12 V batteries. Switch off both engines and ' +
      'everything electrical, apply the parking brakes and take off metal jewellery. Protect your eyes.\n\n' +
      'Connect in this order. First red clamp to the flat battery’s positive post. Other red clamp to the good ' +
      'battery’s positive post. First black clamp to the good battery’s negative post. Last black clamp to bare ' +
      'metal on the engine or chassis of the flat car, away from the battery and from belts and fans.\n\n' +
      'Start the helping car and let it run for about five minutes, then try the flat one for no more than ten ' +
      'seconds at a time. When it runs, remove the clamps in exactly the reverse order and do not let them touch ' +
      'each other.\n\n' +
      'A drive of half an hour or more puts some charge back, but a charger does the job properly. If the car ' +
      'does not start after a few tries, stop there. If the battery is flat again next day, have a workshop test ' +
      'the battery, the alternator and the standby current before you buy anything.',
  },
  {
    id: 'why-does-my-car-only-click-when-i-turn-the-key',
    question: 'Why does my car only click when I turn the key?',
    answer:
      'The kind of click tells you a lot, so listen closely before you reach for the jump leads or a phone. Try ' +
      'it once with the headlights on and watch what they do.\n\n' +
      'A rapid chatter with lights that go dim means the battery is too weak to turn the engine, or that its ' +
      'clamps are loose or corroded. One solid clunk with bright lights points to the starter motor or its ' +
      'solenoid. One clunk with lights that almost go out can be a very flat battery, a bad earth strap or, ' +
      'rarely, an engine that cannot turn. No sound at all suggests a blown fuse, the immobiliser, or the switch ' +
      'that wants the clutch or brake pressed, or the lever in Park.\n\n' +
      'Begin with the simple things. With the ignition off, see whether you can twist the battery clamps by ' +
      'hand. If they move, clean the posts and tighten the clamps, taking the negative lead off first and ' +
      'putting it back last. A rested battery in good health shows about 12.6 V. Below roughly 12.2 V it needs ' +
      'charging before you judge anything else. Wear eye protection and gloves, because battery acid burns.\n\n' +
      'Please do not hit the starter with a hammer or bridge its terminals with a screwdriver. The car may lurch ' +
      'forward, and the sparks are dangerous.\n\n' +
      'Call a workshop if a fully charged battery changes nothing, if a cable gets hot, or if the engine cannot ' +
      'be turned. Most batteries last four to six years, so an old one that has failed once will usually fail ' +
      'again.',
  },
  {
    id: 'what-does-the-check-engine-light-mean',
    question: 'What does the check engine light mean?',
    answer:
      'The amber engine light means that a fault is stored, and how it behaves tells you how urgent it is. A ' +
      'steady light with the car running normally is a reason to book a check within days. A flashing light is a ' +
      'reason to act now.\n\n' +
      'Flashing usually means the engine is misfiring badly enough to overheat and ruin the catalytic converter. ' +
      'Ease off, avoid hard acceleration and stop when it is safe. If it keeps flashing, have the car towed. ' +
      'Treat red lights more seriously still: for oil pressure, coolant temperature or brakes, pull over safely ' +
      'and switch off.\n\n' +
      'You can do a little yourself. On many cars a loose or worn fuel cap is enough to set the light, and it ' +
      'may take several trips to go out after you tighten it. An inexpensive code reader plugs into the ' +
      'diagnostic socket, usually under the dashboard on the driver’s side. Read the codes while parked, never ' +
      'while driving, and write them down before clearing anything.\n\n' +
      'A code names a symptom and not a part to buy. A code for a lean mixture, for example, may come from a ' +
      'split hose, a dirty air-flow sensor or a weak fuel pump. Replacing the oxygen sensor because it reported ' +
      'the problem is a common and costly mistake.\n\n' +
      'See a workshop if the light returns after clearing, if the car has lost power, smells of fuel or runs ' +
      'roughly, or if an emissions inspection is due. Tell them what you noticed and when: cold or hot, town or ' +
      'motorway, before or after filling up.',
  },
  {
    id: 'when-should-the-timing-belt-be-replaced',
    question: 'When should the timing belt be replaced?',
    answer:
      'Long before it looks worn, because a timing belt seldom gives any warning before it fails for good. Car ' +
      'makers set a limit in distance and in years, and the first one reached counts. Depending on the engine it ' +
      'lies between about 60,000 and 160,000 km (40,000 to 100,000 miles), or five to ten years. Look it up for ' +
      'your engine code, and if you bought the car used without proof of the last change, treat it as due.\n\n' +
      'The belt keeps the crankshaft and camshafts in step. In many engines the valves and pistons share the ' +
      'same space at different moments. If the belt snaps or jumps a few teeth, they collide, and the repair can ' +
      'cost more than the car is worth. Some engines have a chain, which has no fixed interval but can stretch ' +
      'and rattle.\n\n' +
      'It pays to replace the tensioner, the idlers and, where the belt drives it, the water pump together with ' +
      'the belt. The labour is nearly the same, and a seized pulley destroys a new belt as surely as an old one. ' +
      'Oil or coolant on a dry belt shortens its life, so leaks must be cured first.\n\n' +
      'This is a job for a workshop unless you have the locking tools, the manual and some experience. After ' +
      'fitting, the engine is turned two full turns by hand and the marks are checked before the starter is ' +
      'touched. Disconnect the battery before you begin.\n\n' +
      'If the engine stops suddenly and the starter now spins it unusually fast and evenly, do not keep ' +
      'cranking. Have it towed: every further turn can add damage.',
  },
  {
    id: 'what-should-i-do-when-the-engine-overheats',
    question: 'What should I do when the engine overheats?',
    answer:
      'Pull over where it is safe, switch the engine off, and leave the radiator cap alone until it is cold. The ' +
      'system is under pressure, and opening it hot sprays scalding coolant and steam. Waiting takes half an ' +
      'hour at the very least, often longer. If you cannot stop at once, turn the heater and its fan to full, ' +
      'which carries some heat away for the last few hundred metres.\n\n' +
      'Keep your hands clear of the radiator fan, because it can start by itself even with the ignition off. If ' +
      'you see steam, keep the bonnet closed until it has gone.\n\n' +
      'When everything is cold, check the level in the expansion tank. The usual causes are a leaking hose, ' +
      'radiator or water pump, a thermostat stuck closed, a fan that does not run, or a radiator blocked with ' +
      'dirt. Overheating only in slow traffic points to the fan. Overheating only at speed points to poor ' +
      'coolant flow or a clogged radiator. White smoke that smells sweet, bubbles in the tank or milky oil ' +
      'suggest a failed head gasket.\n\n' +
      'Top up a cold engine only, with the coolant your handbook names. In an emergency clean water will do for ' +
      'the trip to a workshop, but it must be replaced soon because it neither resists frost nor prevents ' +
      'corrosion. Coolant is poisonous and tastes sweet to animals, so wipe up every spill.\n\n' +
      'If the level drops again, if you see any sign of a head gasket, or if the gauge went into the red, do not ' +
      'drive on. Have it towed. A few minutes too hot can warp a cylinder head.',
  },
  {
    id: 'how-do-i-know-my-shock-absorbers-are-worn',
    question: 'How do I know my shock absorbers are worn?',
    answer:
      'Shock absorbers fade so slowly that most drivers do not notice, so it pays to know the signs of wear. ' +
      'Worn dampers lengthen the braking distance on rough roads, upset the stability control and let the tyres ' +
      'lose touch with the road just when you need them.\n\n' +
      'Watch for a nose that dives when you brake, a body that leans and sways in bends or keeps bobbing after a ' +
      'bump, and a car that feels nervous in crosswinds. Look at the tyres too: scalloped dips around the tread ' +
      'often come from a wheel that hops. Oil running down the body of the damper means it has failed, although ' +
      'a light film near the seal can be normal.\n\n' +
      'The old test of pushing down on a corner and counting the bounces finds only dampers that are completely ' +
      'worn out. A pass proves little. A workshop with a suspension tester can give you a better answer, and a ' +
      'check every 20,000 km (12,000 miles) or so after the first 80,000 km (50,000 miles) is sensible.\n\n' +
      'Replace them in pairs across an axle, so that left and right behave alike. Inspect top mounts, bump stops ' +
      'and dust covers at the same time. Have the wheel alignment checked afterwards if the suspension geometry ' +
      'was disturbed.\n\n' +
      'Be careful with struts. The coil spring holds enough energy to kill, and the centre nut must never be ' +
      'loosened without a proper spring compressor in good condition. If you do not have one, buy a complete ' +
      'assembly or let a workshop do it. A broken spring, a knocking noise or a torn mount should be seen to at ' +
      'once.',
  },
  {
    id: 'when-should-i-replace-my-tyres',
    question: 'When should I replace my tyres?',
    answer:
      'Four things decide when a tyre is done: tread depth, age, damage and how evenly the tread has worn. Many ' +
      'countries set 1.6 mm (2/32 in) as the legal minimum, but grip in the wet falls off well before that. We ' +
      'suggest planning for new tyres at about 3 mm in summer and 4 mm for winter tyres.\n\n' +
      'For the age, find the DOT code on the sidewall. Its last four digits are the week and the year, so 2323 ' +
      'means week 23 of 2023. Have tyres looked over every year once they are five years old, and replace them ' +
      'at ten at the latest, the spare included, even if the tread looks good.\n\n' +
      'Bulges, cuts that show cords, and cracks in the sidewall mean the tyre must be replaced now. Wear on both ' +
      'shoulders points to low pressure, wear down the middle to too much, and wear along one edge to the ' +
      'alignment. Cure the cause first, or the new set will go the same way.\n\n' +
      'Check pressures once a month with the tyres cold, and use the figures on the car’s placard and not the ' +
      'maximum moulded on the tyre. Fit the same type on both wheels of an axle. When changing a wheel, park on ' +
      'firm, level ground, chock a wheel, never put any part of your body under a car held only by a jack, and ' +
      'tighten the bolts crosswise to the specified torque. Check them again after about 50 km (30 miles).\n\n' +
      'See a tyre workshop for any puncture. Holes in the tread can often be repaired from the inside, but a ' +
      'sidewall never can, and neither can a tyre that has been driven flat. Vibration after fitting usually ' +
      'means the wheel needs balancing.',
  },
  {
    id: 'why-does-my-car-pull-to-one-side',
    question: 'Why does my car pull to one side?',
    answer:
      'Start with the tyre pressures, because one soft tyre is the cheapest and most common reason of all. Set ' +
      'all four cold to the figures on the placard, then try again on a flat, straight road. Most roads slope a ' +
      'little towards the edge for drainage, so a slight drift that way is normal.\n\n' +
      'Next, notice when it happens. A pull that is there all the time, perhaps with the steering wheel off ' +
      'centre, suggests wheel alignment or a tyre with a fault inside. If the tread is not directional and the ' +
      'sizes match, swapping the front wheels from side to side is a good test: when the pull changes sides, a ' +
      'tyre is to blame. A pull only under braking suggests a sticking caliper, a seized slide pin, a collapsed ' +
      'brake hose or oil on a pad. A pull only when accelerating may be a worn suspension bush, or normal for a ' +
      'powerful front-wheel-drive car.\n\n' +
      'After a drive with little braking, hold your hand near each wheel without touching it. One that is ' +
      'clearly hotter than its partner, or smells burnt, has a dragging brake. Brake parts can be hot enough to ' +
      'burn you badly, so keep your distance.\n\n' +
      'Always support the car on axle stands before you take off a wheel, and never drive on with a brake you ' +
      'are unsure of.\n\n' +
      'See a workshop straight away if the pull came on suddenly, if it followed a hard knock against a kerb or ' +
      'pothole, if the steering feels loose or knocks, or if the car pulls when you brake. For a slow drift, an ' +
      'alignment check is the right next step.',
  },
  {
    id: 'how-can-i-tell-if-my-clutch-is-slipping',
    question: 'How can I tell if my clutch is slipping?',
    answer:
      'When the engine revs rise but the car does not gain speed to match, the clutch is probably slipping. You ' +
      'notice it first under load: uphill, when overtaking or when towing. A sharp burning smell, and a bite ' +
      'point close to the top of the pedal travel, are other signs.\n\n' +
      'To check, find a clear, straight road where it is safe. In a high gear at about 60 km/h (40 mph), press ' +
      'the accelerator firmly. If the needle jumps and the speed lags behind, the clutch slips. Do this once ' +
      'only, because each slip makes heat and wears it further.\n\n' +
      'Slipping is not the same as dragging. If gears grind, or the car creeps with the pedal fully down, the ' +
      'clutch is not releasing. Look then for low fluid, air in the hydraulics or a stretched cable. Clutch ' +
      'fluid often shares a reservoir with the brakes, so a low level must be traced and not just topped up.\n\n' +
      'A worn plate is the usual cause of slip, but oil from a leaking crankshaft or gearbox seal does the same, ' +
      'and a new plate would be ruined by the same leak. Replace plate, cover and release bearing as a set, and ' +
      'have the flywheel inspected. A dual-mass flywheel has wear limits of its own.\n\n' +
      'Removing a gearbox is heavy work that needs a lift, a transmission jack and often a support for the ' +
      'engine. Without them, leave it to a workshop. If you do it yourself, do not breathe in or blow out the ' +
      'dust, which in very old cars may contain asbestos. Book soon once slip has begun: the car can leave you ' +
      'stranded with little notice.',
  },
  {
    id: 'how-do-i-find-the-right-part-for-my-car',
    question: 'How do I find the right part for my car?',
    answer:
      'Make, model and year are a good start, but often they are not enough to be sure of getting the right ' +
      'part. The same car may have left the factory with two brake sizes, three alternators and a change of ' +
      'supplier in the middle of the year.\n\n' +
      'The chassis number, or VIN, settles most questions. It has 17 characters and is found in the registration ' +
      'papers, at the foot of the windscreen and often on the door pillar. Note the engine code and the date of ' +
      'first registration as well. Then look at the old part: many carry a number cast, stamped or printed on ' +
      'them. Clean it gently and take a photograph before you put the car back together.\n\n' +
      'Measure what can be measured. For a brake disc that is the diameter, thickness, overall height and number ' +
      'of holes. For a battery it is the case size and the position of the positive post. For a belt, count the ' +
      'ribs. Parts described as left or right are seen from the driver’s seat, facing forward.\n\n' +
      'When the parcel arrives, lay new and old side by side before you fit anything. If they differ, stop and ' +
      'ask us through the contact page, with the VIN and a note of what you see. A part that almost fits is the ' +
      'wrong part, and one that has been fitted can seldom be taken back.\n\n' +
      'Be strictest with brakes, steering, suspension, airbags and tyres, where a wrong part can injure someone. ' +
      'Airbags and belt tensioners belong in a workshop in any case, since they can go off in your hands. If you ' +
      'are in doubt about any safety part, have a workshop confirm the number first.',
  },
]
