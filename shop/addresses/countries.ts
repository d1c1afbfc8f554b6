/** Each with its code of two letters before its name, which is what an address has. */
const list =
  'AFAfghanistan|AXÅland Islands|ALAlbania|DZAlgeria|ASAmerican Samoa|ADAndorra|AOAngola|AIAnguilla|' +
  'AGAntigua and Barbuda|ARArgentina|AMArmenia|AWAruba|AUAustralia|ATAustria|AZAzerbaijan|BSBahamas|' +
  'BHBahrain|BDBangladesh|BBBarbados|BYBelarus|BEBelgium|BZBelize|BJBenin|BMBermuda|BTBhutan|BOBolivia|' +
  'BABosnia and Herzegovina|BWBotswana|BRBrazil|VGBritish Virgin Islands|BNBrunei|BGBulgaria|' +
  'BFBurkina Faso|BIBurundi|KHCambodia|CMCameroon|CACanada|CVCape Verde|BQCaribbean Netherlands|' +
  'KYCayman Islands|CFCentral African Republic|TDChad|CLChile|CNChina|CXChristmas Island|' +
  'CCCocos (Keeling) Islands|COColombia|KMComoros|CGCongo|CDCongo, Democratic Republic|CKCook Islands|' +
  'CRCosta Rica|CICôte d’Ivoire|HRCroatia|CUCuba|CWCuraçao|CYCyprus|CZCzechia|DKDenmark|DJDjibouti|' +
  'DMDominica|DODominican Republic|ECEcuador|EGEgypt|SVEl Salvador|GQEquatorial Guinea|EREritrea|' +
  'EEEstonia|SZEswatini|ETEthiopia|FKFalkland Islands|FOFaroe Islands|FJFiji|FIFinland|FRFrance|' +
  'GFFrench Guiana|PFFrench Polynesia|GAGabon|GMGambia|GEGeorgia|DEGermany|GHGhana|GIGibraltar|GRGreece|' +
  'GLGreenland|GDGrenada|GPGuadeloupe|GUGuam|GTGuatemala|GGGuernsey|GNGuinea|GWGuinea-Bissau|GYGuyana|' +
  'HTHaiti|HNHonduras|HKHong Kong|HUHungary|ISIceland|INIndia|IDIndonesia|IRIran|IQIraq|IEIreland|' +
  'IMIsle of Man|ILIsrael|ITItaly|JMJamaica|JPJapan|JEJersey|JOJordan|KZKazakhstan|KEKenya|KIKiribati|' +
  'XKKosovo|KWKuwait|KGKyrgyzstan|LALaos|LVLatvia|LBLebanon|LSLesotho|LRLiberia|LYLibya|LILiechtenstein|' +
  'LTLithuania|LULuxembourg|MOMacao|MGMadagascar|MWMalawi|MYMalaysia|MVMaldives|MLMali|MTMalta|' +
  'MHMarshall Islands|MQMartinique|MRMauritania|MUMauritius|YTMayotte|MXMexico|FMMicronesia|MDMoldova|' +
  'MCMonaco|MNMongolia|MEMontenegro|MSMontserrat|MAMorocco|MZMozambique|MMMyanmar|NANamibia|NRNauru|' +
  'NPNepal|NLNetherlands|NCNew Caledonia|NZNew Zealand|NINicaragua|NENiger|NGNigeria|NUNiue|' +
  'NFNorfolk Island|KPNorth Korea|MKNorth Macedonia|MPNorthern Mariana Islands|NONorway|OMOman|' +
  'PKPakistan|PWPalau|PSPalestine|PAPanama|PGPapua New Guinea|PYParaguay|PEPeru|PHPhilippines|' +
  'PNPitcairn Islands|PLPoland|PTPortugal|PRPuerto Rico|QAQatar|RERéunion|RORomania|RURussia|RWRwanda|' +
  'WSSamoa|SMSan Marino|STSão Tomé and Príncipe|SASaudi Arabia|SNSenegal|RSSerbia|SCSeychelles|' +
  'SLSierra Leone|SGSingapore|SXSint Maarten|SKSlovakia|SISlovenia|SBSolomon Islands|SOSomalia|' +
  'ZASouth Africa|KRSouth Korea|SSSouth Sudan|ESSpain|LKSri Lanka|BLSt. Barthélemy|SHSt. Helena|' +
  'KNSt. Kitts and Nevis|LCSt. Lucia|MFSt. Martin|PMSt. Pierre and Miquelon|' +
  'VCSt. Vincent and Grenadines|SDSudan|SRSuriname|SJSvalbard and Jan Mayen|SESweden|CHSwitzerland|' +
  'SYSyria|TWTaiwan|TJTajikistan|TZTanzania|THThailand|TLTimor-Leste|TGTogo|TKTokelau|TOTonga|' +
  'TTTrinidad and Tobago|TNTunisia|TRTürkiye|TMTurkmenistan|TCTurks and Caicos Islands|TVTuvalu|' +
  'VIU.S. Virgin Islands|UGUganda|UAUkraine|AEUnited Arab Emirates|GBUnited Kingdom|USUnited States|' +
  'UYUruguay|UZUzbekistan|VUVanuatu|VAVatican City|VEVenezuela|VNVietnam|WFWallis and Futuna|' +
  'EHWestern Sahara|YEYemen|ZMZambia|ZWZimbabwe'

export type Country = { code: string; name: string }
export const countries: Country[] = list
  .split('|')
  .map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(2) }))

/** As parcels have them: by their abbreviations where a post uses some, else by their names. */
const states: Record<string, string> = {
  'United States':
    'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|' +
    'DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|' +
    'KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|' +
    'MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|' +
    'NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|' +
    'SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|' +
    'WV West Virginia|WI Wisconsin|WY Wyoming|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific',
  Canada:
    'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|' +
    'NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|' +
    'SK Saskatchewan|YT Yukon',
  Australia:
    'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|' +
    'SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  Brazil:
    'AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|ES Espírito Santo|GO Goiás|' +
    'MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|' +
    'PI Piauí|RJ Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|' +
    'SC Santa Catarina|SP São Paulo|SE Sergipe|TO Tocantins',
}

/** Of a country that has some. */
export const statesOf = (country: string | undefined) =>
  (states[country ?? ''] ?? '')
    .split('|')
    .filter(Boolean)
    .map((entry) => {
      const end = entry.indexOf(' ')
      return { code: entry.slice(0, end), name: entry.slice(end + 1) }
    })

/** Not by `Intl.Locale`, which throws at what some browsers say, as `en-US@posix`. */
export function countryOfLanguage(language: string): Country | undefined {
  const region = /-([a-z]{2})\b/i.exec(language)?.[1]?.toUpperCase()
  return countries.find(({ code }) => code === region)
}
